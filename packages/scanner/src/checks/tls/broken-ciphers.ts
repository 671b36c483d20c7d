import { defineCheck } from '../../check.ts';
import { CIPHER_LINES } from './server-config.ts';
import { accepts, suitesSeen, unanswered } from './what-was-seen.ts';

const CLASSES = ['null', 'anon', 'export'] as const;

/** Example that triggers it: TLS_DH_anon_WITH_AES_128_CBC_SHA. */
export default defineCheck({
  id: 'tls/broken-ciphers',
  title: 'NULL, anonymous and EXPORT cipher suites',
  severity: 'critical',
  deduction: 20,
  why: 'NULL suites do not encrypt, anonymous suites do not authenticate the server, and EXPORT keys can be cracked in hours (FREAK, Logjam). An attacker on the network path can force connections to use them.',
  fix: CIPHER_LINES,
  references: ['https://www.rfc-editor.org/rfc/rfc9325#section-4.1'],
  needs: ['tls'],
  outcomes: {
    refused: { title: 'NULL, anonymous and EXPORT cipher suites rejected', status: 'good' },
    accepted: {
      title: 'NULL, anonymous or EXPORT cipher suites accepted',
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
