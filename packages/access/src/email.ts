import { z } from 'zod';

const Email = z.email().max(254);

export function isEmail(text: string): boolean {
  return Email.safeParse(text).success;
}
