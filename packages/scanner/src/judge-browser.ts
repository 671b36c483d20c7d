import type { BrowserSection } from '@palisade/report/sections/browser';
import { runCheck } from './check.ts';
import { browserChecks } from './checks/browser/all.ts';
import { EVIDENCE_VERSION, type Evidence } from './evidence.ts';
import type { BrowserEvidence } from './evidence/browser.ts';
import { have, missing } from './evidence/gathered.ts';
import { sourcesOf } from './facts/sources.ts';
import { checkEntry } from './judge.ts';
import { browserEvidence } from './sections/browser.ts';

/** The browser section only, judged as in any report. */
export function judgeBrowser(browser: BrowserEvidence, now: Date): BrowserSection {
  const unasked = missing('not_applicable', 'us', 'the page was checked only in a browser');
  const url = URL.parse(browser.pages[0]?.url ?? '') ?? new URL('https://invalid/');
  const evidence: Evidence = {
    version: EVIDENCE_VERSION,
    target: { url: url.href, scheme: 'https', host: url.hostname, port: 443, registrable_domain: null },
    scanned_at: now.toISOString(),
    duration_ms: 0,
    allowed_cidrs: [],
    http: unasked,
    plain_http: unasked,
    tls: unasked,
    dns: unasked,
    cors: unasked,
    security_txt: unasked,
    page: unasked,
    browser: have(browser),
  };
  const find = sourcesOf(evidence);
  const verdicts = browserChecks.map((check) => runCheck(check, evidence, find)).filter((verdict) => verdict !== null);
  const section = browserEvidence(evidence, find);
  if (!section) throw new Error('evidence of a browser has a section');
  return { ...section, checks: verdicts.map(checkEntry) };
}
