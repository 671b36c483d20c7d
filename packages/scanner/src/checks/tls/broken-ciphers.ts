import { defineCheck } from '../../check.ts';
import { CIPHER_LINES } from './server-config.ts';
import { accepts, suitesSeen, unanswered } from './what-was-seen.ts';

const CLASSES = ['null', 'anon', 'export'] as const;

/** Example that triggers it: TLS_DH_anon_WITH_AES_128_CBC_SHA. */
export default defineCheck({
  id: 'tls/broken-ciphers',
  title: 'Cipher suites without encryption, without authentication, or for export',
  severity: 'critical',
  deduction: 20,
  why: 'NULL suites encrypt nothing, anonymous ones do not prove who answers, and EXPORT keys are found in hours (FREAK, Logjam). An attacker on the path can steer connections towards them.',
  fix: CIPHER_LINES,
  references: ['https://www.rfc-editor.org/rfc/rfc9325#section-4.1'],
  needs: ['tls'],
  outcomes: {
    refused: { title: 'NULL, anonymous and EXPORT suites refused', status: 'good' },
    accepted: {
      title: 'Suites without encryption, without authentication or for export accepted',
      weakness: 'tls-weak-cipher',
      status: 'bad',
      cap: 49,
    },
  },
  judge({ tls }) {
    if (tls.endpoint !== 'tls') return null;
    const accepted = accepts(tls, ...CLASSES);
    if (accepted === null) return unanswered(tls);
    return accepted ? { outcome: 'accepted', evidence: suitesSeen(tls, CLASSES) } : { outcome: 'refused' };
  },
});
