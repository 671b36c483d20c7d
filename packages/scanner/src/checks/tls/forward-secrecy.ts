import { defineCheck } from '../../check.ts';
import type { TlsEvidence } from '../../evidence/tls.ts';
import { classOfSuite, FORWARD_SECRET } from '../../parse/tls/tls-suites.ts';
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
    unused: {
      title: 'Forward secrecy is offered but not used',
      weakness: 'tls-no-fs',
      status: 'weak',
      deduction: 8,
      cap: 79,
      note: 'Every current browser gets a cipher suite without forward secrecy: the server insists on one, or has forward secrecy only with finite-field Diffie-Hellman (DHE), which browsers no longer offer.',
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
    const first = insistedOn(tls);
    if (first !== null) return { outcome: 'unused', evidence: [`first choice: ${first}`, ...evidence] };
    if (fixed === true && accepts(tls, 'tls13', 'ecdhe_aead', 'ecdhe_cbc') === false)
      return { outcome: 'unused', evidence: ['forward secrecy only with DHE', ...evidence] };
    if (fixed === true) return { outcome: 'optional', evidence };
    return fixed === false ? { outcome: 'always' } : unanswered(tls);
  },
});

/** The suite with static RSA that every current client gets: the newest version is TLS 1.2, and its order is the server's. */
function insistedOn({ versions, suites, preference }: TlsEvidence): string | null {
  const [first] = suites['TLS 1.2'] ?? [];
  if (versions['TLS 1.3'] !== false || preference !== 'server' || first === undefined) return null;
  const found = classOfSuite(first);
  return found === 'static_aead' || found === 'static_cbc' ? first : null;
}
