import { readFileSync } from 'node:fs';
import { SeenPage } from '@palisade/report/seen';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { HeaderFields } from '../../src/evidence/http.ts';
import { realPage, seenIn } from '../answered-page.ts';

/** One answer as it is seen in the wild, and whose page it is. `real`: a start page of ordinary length. */
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
const answers = readFileSync(new URL('./pages.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => SeenAnswer.parse(JSON.parse(line)));

it.each(answers)('$page: $what', ({ what: _what, page, real, ...answer }) => {
  const html = real === undefined ? answer.html : realPage(real as Parameters<typeof realPage>[0]);
  const seen = seenIn({ ...answer, html } as Parameters<typeof seenIn>[0]);
  expect(seen).toMatchObject({ page });
  if (page === 'site') expect(seen.reason).toBeNull();
  else expect(seen.reason).toMatch(/^The address answered with .+\.$/u);
});

it('holds many pages that only look like others', () => {
  expect(answers.filter(({ page }) => page === 'site').length).toBeGreaterThan(100);
  expect(answers.filter(({ page }) => page !== 'site').length).toBeGreaterThan(180);
});
