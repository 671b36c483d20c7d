import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { runCheck, type AnyCheck } from '../../src/check.ts';
import { cookieChecks } from '../../src/checks/cookies/all.ts';
import { crossOriginChecks } from '../../src/checks/cross_origin/all.ts';
import { dnsChecks } from '../../src/checks/dns/all.ts';
import { headerChecks } from '../../src/checks/headers/all.ts';
import { pageAnalysisChecks } from '../../src/checks/page_analysis/all.ts';
import { serverFingerprintChecks } from '../../src/checks/server_fingerprint/all.ts';
import { HeaderFields } from '../../src/evidence/http.ts';
import { gatherZone } from '../dns-evidence.ts';
import { evidenceWith, hop, httpEvidence } from '../evidence.ts';
import { pageOf } from '../page-of.ts';

/**
 * A realistic response, based on knowledge of the named server, framework or service, with every fault that an expert
 * would find in it, as `check:outcome`. Any other finding is a false positive.
 */
const RealAnswer = z.strictObject({
  id: z.string(),
  what: z.string(),
  headers: HeaderFields.default([]),
  body: z.string().default(''),
  /** Lines of a zone file. `@` is the domain. */
  zone: z.array(z.string()).default([]),
  faults: z.array(z.string()),
});
export type RealAnswer = z.infer<typeof RealAnswer> & { file: CorpusFile };

/** Each file, with the checks that apply to its responses. */
const FILES = {
  answers: [...headerChecks, ...cookieChecks, ...crossOriginChecks],
  sites: [...headerChecks, ...cookieChecks, ...crossOriginChecks],
  software: serverFingerprintChecks,
  markup: pageAnalysisChecks,
  mail: dnsChecks,
} as const satisfies Record<string, readonly AnyCheck[]>;
type CorpusFile = keyof typeof FILES;

export const CORPUS_CHECKS: readonly AnyCheck[] = [...new Set<AnyCheck>(Object.values(FILES).flat())];

export function readAnswers(): RealAnswer[] {
  return Object.keys(FILES).flatMap((name) => {
    const text = readFileSync(new URL(`./${name}.jsonl`, import.meta.url), 'utf8');
    const lines = text.trim().split('\n');
    return lines.map((line) => ({ ...RealAnswer.parse(JSON.parse(line)), file: name as CorpusFile }));
  });
}

/** The findings, in the format of `faults`. */
export async function faultsOf({ headers, body, zone, file }: RealAnswer): Promise<string[]> {
  const http = httpEvidence([hop({ headers })]);
  const page = pageOf(`<!doctype html><html lang="en"><head><title>t</title></head><body>${body}</body></html>`);
  // The resolver validates, so an unsigned zone is known to be unsigned.
  const found = zone.length > 0 ? await gatherZone(zone, { authenticated: ['.'] }) : null;
  const evidence = evidenceWith({ http, page, ...(found ? { dns: found.dns } : {}) });
  return FILES[file]
    .flatMap((check) => {
      const verdict = runCheck(check, evidence);
      const fault = verdict && verdict.status !== 'good' && verdict.status !== 'unknown';
      return fault ? [`${check.id}:${verdict.outcome}`] : [];
    })
    .toSorted();
}
