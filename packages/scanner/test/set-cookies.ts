import type { HeaderFields } from '../src/evidence/http.ts';

/** One Set-Cookie field each. */
export function setCookies(...fields: string[]): HeaderFields {
  return fields.map((field) => ['Set-Cookie', field]);
}
