import { defineCheck } from '../../check.ts';
import { FORWARD_SECRET } from '../../parse/tls/tls-suites.ts';
import { CIPHER_LINES } from './server-config.ts';
import { accepts, suitesSeen, unanswered } from './what-was-seen.ts';

const STATIC = ['static_aead', 'static_cbc'] as const;

/** Example that triggers it: TLS_RSA_WITH_AES_128_GCM_SHA256 and nothing with ECDHE. */
export default defineCheck({
  id: 'tls/forward-secrecy',
  title: 'Forward secrecy',
  severity: 'important',
  deduction: 10,
  why: 'With an ephemeral key exchange, recorded traffic stays secret even if the server’s key leaks later. With a static key exchange, that key decrypts everything ever recorded.',
  fix: CIPHER_LINES,
  references: ['https://www.rfc-editor.org/rfc/rfc9325#section-4.1'],
  needs: ['tls'],
  outcomes: {
    always: { title: 'Forward secrecy with every client', status: 'good' },
    optional: {
      title: 'Cipher suites without forward secrecy are also accepted',
      weakness: 'tls-no-fs',
      status: 'weak',
      severity: 'minor',
      deduction: 1,
      note: 'The server also accepts cipher suites without forward secrecy. No current browser needs them.',
    },
    never: {
      title: 'No forward secrecy',
      weakness: 'tls-no-fs',
      status: 'missing',
      cap: 79,
      explanation:
        'The server accepts no cipher suite with an ephemeral key exchange, so anyone who obtains its key can decrypt all previously recorded traffic.',
    },
  },
  judge({ tls }) {
    if (tls.endpoint !== 'tls') return null;
    const ephemeral = accepts(tls, ...FORWARD_SECRET);
    const fixed = accepts(tls, ...STATIC);
    const evidence = suitesSeen(tls, STATIC);
    if (ephemeral === false) return { outcome: 'never', evidence };
    if (ephemeral === null) return unanswered(tls);
    if (fixed === true) return { outcome: 'optional', evidence };
    return fixed === false ? { outcome: 'always' } : unanswered(tls);
  },
});
