import { describe, expect, it } from 'vitest';
import { runCheck } from '../../src/check.ts';
import { cookieChecks } from '../../src/checks/cookies/all.ts';
import { crossOriginChecks } from '../../src/checks/cross_origin/all.ts';
import { headerChecks } from '../../src/checks/headers/all.ts';
import { evidenceWith, hop, httpEvidence } from '../evidence.ts';
import { pageOf } from '../page-of.ts';
import { readAnswers, type RealAnswer } from './answers.ts';

const CHECKS = [...headerChecks, ...cookieChecks, ...crossOriginChecks];

function faultsOf({ headers, body }: RealAnswer): string[] {
  const http = httpEvidence([hop({ headers })]);
  const page = pageOf(`<!doctype html><html lang="en"><head><title>t</title></head><body>${body}</body></html>`);
  const evidence = evidenceWith({ http, page });
  return CHECKS.flatMap((check) => {
    const verdict = runCheck(check, evidence);
    return verdict && verdict.status !== 'good' ? [`${check.id}:${verdict.outcome}`] : [];
  }).toSorted();
}

const answers = readAnswers();

describe('answers as they are seen in the wild', () => {
  it('holds a good number of them, each once', () => {
    expect(new Set(answers.map(({ id }) => id)).size).toBe(answers.length);
    expect(answers.length).toBeGreaterThanOrEqual(80);
  });
  it.each(answers.map((answer) => [answer.id, answer] as const))('%s', (_id, answer) => {
    expect(faultsOf(answer)).toEqual(answer.faults);
  });
});
