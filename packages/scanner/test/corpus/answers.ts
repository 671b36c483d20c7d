import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { runCheck } from '../../src/check.ts';
import { cookieChecks } from '../../src/checks/cookies/all.ts';
import { crossOriginChecks } from '../../src/checks/cross_origin/all.ts';
import { headerChecks } from '../../src/checks/headers/all.ts';
import { HeaderFields } from '../../src/evidence/http.ts';
import { evidenceWith, hop, httpEvidence } from '../evidence.ts';
import { pageOf } from '../page-of.ts';

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
type RealAnswer = z.infer<typeof RealAnswer>;

export function readAnswers(): RealAnswer[] {
  const text = readFileSync(new URL('./answers.jsonl', import.meta.url), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => RealAnswer.parse(JSON.parse(line)));
}

/** The checks that judge an answer by its headers, cookies and markup alone. */
export const CORPUS_CHECKS = [...headerChecks, ...cookieChecks, ...crossOriginChecks];

/** What is found in it, in the form of `faults`. */
export function faultsOf({ headers, body }: RealAnswer): string[] {
  const http = httpEvidence([hop({ headers })]);
  const page = pageOf(`<!doctype html><html lang="en"><head><title>t</title></head><body>${body}</body></html>`);
  const evidence = evidenceWith({ http, page });
  return CORPUS_CHECKS.flatMap((check) => {
    const verdict = runCheck(check, evidence);
    return verdict && verdict.status !== 'good' ? [`${check.id}:${verdict.outcome}`] : [];
  }).toSorted();
}
