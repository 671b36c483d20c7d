import { defineCheck } from '../../check.ts';
import { CIPHER_LINES } from './server-config.ts';
import { accepts, suitesSeen, unanswered } from './what-was-seen.ts';

const CBC = ['ecdhe_cbc', 'dhe_cbc', 'static_cbc'] as const;
/** Not authenticated in this way either; other checks judge them. */
const NEITHER = ['block64', 'rc4', 'des', 'export', 'null', 'anon'] as const;
const OTHERS = 'The server also accepts other suites, or the scan could not determine whether it does.';

/** Example that triggers it: an old server whose best suite is TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA. */
export default defineCheck({
  id: 'tls/aead',
  title: 'Authenticated encryption (GCM, ChaCha20-Poly1305)',
  severity: 'minor',
  deduction: 4,
  why: 'Authenticated ciphers protect confidentiality and integrity in one step. The older CBC mode has been attacked repeatedly through its padding (Lucky 13, POODLE).',
  fix: CIPHER_LINES,
  references: ['https://www.rfc-editor.org/rfc/rfc9325#section-4.2'],
  needs: ['tls'],
  outcomes: {
    only: { title: 'Authenticated encryption only', status: 'good' },
    preferred: {
      title: 'Authenticated encryption offered',
      status: 'good',
      note: 'The server also accepts CBC suites. That is fine as long as clients can choose authenticated ones.',
    },
    none: { title: 'No authenticated encryption', weakness: 'tls-no-aead', status: 'missing', cap: 79 },
  },
  judge({ tls }) {
    if (tls.endpoint !== 'tls') return null;
    const aead = accepts(tls, 'tls13', 'ecdhe_aead', 'dhe_aead', 'static_aead');
    if (aead === null) return unanswered(tls);
    const evidence = suitesSeen(tls, CBC);
    if (!aead) return { outcome: 'none', evidence };
    if (accepts(tls, ...CBC, ...NEITHER) === false) return { outcome: 'only' };
    return { outcome: 'preferred', evidence, ...(evidence.length > 0 ? {} : { note: OTHERS }) };
  },
});
