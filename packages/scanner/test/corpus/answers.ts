import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { HeaderFields } from '../../src/evidence/http.ts';

/**
 * One answer as it is seen in the wild, written from knowledge of the server, framework or service it names,
 * and every fault that an expert would find in its headers and cookies, as `check:outcome`. Whatever else is
 * found is a false alarm.
 */
const RealAnswer = z.strictObject({
  id: z.string(),
  what: z.string(),
  headers: HeaderFields,
  body: z.string().default(''),
  faults: z.array(z.string()),
});
export type RealAnswer = z.infer<typeof RealAnswer>;

export function readAnswers(): RealAnswer[] {
  const text = readFileSync(new URL('./answers.jsonl', import.meta.url), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => RealAnswer.parse(JSON.parse(line)));
}
