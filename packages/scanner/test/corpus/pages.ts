import { readFileSync } from 'node:fs';
import { SeenPage, type Seen } from '@palisade/report/seen';
import { z } from 'zod';
import { HeaderFields } from '../../src/evidence/http.ts';
import { realPage, seenIn } from '../answered-page.ts';

/** A realistic response and the product behind it. `real`: a start page of ordinary length. */
const SeenAnswer = z.strictObject({
  what: z.string(),
  page: SeenPage,
  status: z.int().optional(),
  headers: HeaderFields.optional(),
  html: z.string().optional(),
  contentType: z.string().optional(),
  ledTo: z.string().optional(),
  asked: z.string().optional(),
  nameServers: z.array(z.string()).optional(),
  real: z.strictObject({ title: z.string().optional(), extra: z.string().optional() }).optional(),
});
export type SeenAnswer = z.infer<typeof SeenAnswer>;

export function readPages(): SeenAnswer[] {
  const lines = readFileSync(new URL('./pages.jsonl', import.meta.url), 'utf8')
    .trim()
    .split('\n');
  return lines.map((line) => SeenAnswer.parse(JSON.parse(line)));
}

/** The result of page recognition. */
export function seenOf({ what: _what, page: _page, real, ...answer }: SeenAnswer): Seen {
  const html = real === undefined ? answer.html : realPage(real as Parameters<typeof realPage>[0]);
  return seenIn({ ...answer, html } as Parameters<typeof seenIn>[0]);
}
