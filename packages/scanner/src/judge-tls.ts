import type { TlsSection } from '@palisade/report/sections/tls';
import { runCheck } from './check.ts';
import { tlsChecks } from './checks/tls/all.ts';
import { EVIDENCE_VERSION, type Evidence } from './evidence.ts';
import { have, missing } from './evidence/gathered.ts';
import type { TlsEvidence } from './evidence/tls.ts';
import { checkEntry } from './judge.ts';
import { tlsEvidence } from './sections/tls.ts';

/** The TLS section of a server that answers no page: what its hellos showed, judged as in any report. */
export function judgeTls(tls: TlsEvidence, now: Date): TlsSection {
  const unanswered = missing('tls', 'site', 'the server returned no page');
  const evidence: Evidence = {
    version: EVIDENCE_VERSION,
    target: {
      url: `https://${tls.host}/`,
      scheme: 'https',
      host: tls.host,
      port: tls.port,
      registrable_domain: null,
    },
    scanned_at: now.toISOString(),
    duration_ms: 0,
    allowed_cidrs: [],
    http: unanswered,
    plain_http: unanswered,
    tls: have(tls),
    dns: unanswered,
    cors: unanswered,
    security_txt: unanswered,
    page: unanswered,
  };
  const verdicts = tlsChecks.map((check) => runCheck(check, evidence)).filter((verdict) => verdict !== null);
  return { ...tlsEvidence(evidence), checks: verdicts.map(checkEntry) };
}
