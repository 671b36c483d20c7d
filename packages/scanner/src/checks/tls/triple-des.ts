import { defineCheck } from '../../check.ts';
import { CIPHER_LINES } from './server-config.ts';
import { accepts, suitesSeen, unanswered } from './what-was-seen.ts';

/** Example that triggers it: TLS_RSA_WITH_3DES_EDE_CBC_SHA. */
export default defineCheck({
  id: 'tls/triple-des',
  title: '3DES and other 64-bit block ciphers',
  severity: 'important',
  deduction: 5,
  why: 'A cipher with 64-bit blocks starts to repeat blocks after a few gigabytes, which leaks parts of long sessions (Sweet32).',
  fix: CIPHER_LINES,
  references: ['https://sweet32.info/', 'https://nvd.nist.gov/vuln/detail/CVE-2016-2183'],
  needs: ['tls'],
  outcomes: {
    refused: { title: '3DES is rejected', status: 'good' },
    accepted: {
      title: '3DES is accepted (Sweet32)',
      weakness: 'tls-weak-cipher',
      status: 'weak',
      cap: 69,
      note: 'Browsers no longer use these suites, so you can disable them.',
    },
  },
  judge({ tls }) {
    if (tls.endpoint !== 'tls') return null;
    const accepted = accepts(tls, 'block64');
    if (accepted === null) return unanswered(tls);
    return accepted ? { outcome: 'accepted', evidence: suitesSeen(tls, ['block64']) } : { outcome: 'refused' };
  },
});
