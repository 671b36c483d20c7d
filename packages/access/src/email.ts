import { z } from 'zod';

const Email = z.email({ pattern: z.regexes.html5Email }).max(254);

export function isEmail(text: string): boolean {
  return Email.safeParse(text).success;
}
