import { defineCheck } from '../../check.ts';
import { CIPHER_LINES } from './server-config.ts';
import { accepts, suitesSeen, unanswered } from './what-was-seen.ts';

const CLASSES = ['rc4', 'des'] as const;

/** Example that triggers it: TLS_RSA_WITH_RC4_128_SHA. */
export default defineCheck({
  id: 'tls/rc4-des',
  title: 'RC4 and single DES',
  severity: 'important',
  deduction: 10,
  why: 'RC4 output leaks cookies that are sent often enough, and a 56-bit DES key can be cracked in a day. TLS forbids RC4.',
  fix: CIPHER_LINES,
  references: ['https://www.rfc-editor.org/rfc/rfc7465', 'https://www.rfc-editor.org/rfc/rfc5469'],
  needs: ['tls'],
  outcomes: {
    refused: { title: 'RC4 and DES are rejected', status: 'good' },
    accepted: { title: 'RC4 or DES is accepted', weakness: 'tls-weak-cipher', status: 'bad', cap: 69 },
  },
  judge({ tls }) {
    if (tls.endpoint !== 'tls') return null;
    const accepted = accepts(tls, ...CLASSES);
    if (accepted === null) return unanswered(tls);
    return accepted ? { outcome: 'accepted', evidence: suitesSeen(tls, CLASSES) } : { outcome: 'refused' };
  },
});
