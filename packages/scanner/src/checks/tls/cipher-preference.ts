import { defineCheck } from '../../check.ts';
import { suiteRefusedInHttp2 } from '../../parse/tls/http2-suites.ts';
import { classOfSuite, type SuiteClass } from '../../parse/tls/tls-suites.ts';
import { TLS_VERSIONS, type TlsEvidence } from '../../evidence/tls.ts';
import { CIPHER_LINES } from './server-config.ts';
import { unanswered } from './what-was-seen.ts';

/** Classes that a well-configured server puts first when it enforces its own order. */
const BEST: readonly SuiteClass[] = ['ecdhe_aead', 'dhe_aead'];

/** Example that triggers it: the server prefers TLS_RSA_WITH_AES_128_CBC_SHA although it supports ECDHE with GCM. */
export default defineCheck({
  id: 'tls/cipher-preference',
  title: 'Cipher suite order',
  severity: 'minor',
  deduction: 2,
  why: 'A server that enforces its own order decides for every client. If a weak suite comes first, even the newest browser gets it.',
  fix: CIPHER_LINES,
  references: [
    'https://wiki.mozilla.org/Security/Server_Side_TLS',
    'https://www.rfc-editor.org/rfc/rfc9325#section-4.2.1',
    'https://www.rfc-editor.org/rfc/rfc9113#section-9.2.2',
  ],
  needs: ['tls'],
  outcomes: {
    fine: { title: 'Strong cipher suites come first', status: 'good' },
    client: {
      title: 'Clients choose the cipher suite',
      status: 'good',
      note: 'Clients choose the suite. This is fine, because they put their strongest suite first.',
    },
    weak_first: {
      title: 'A weak cipher suite comes first',
      weakness: 'tls-weak-preference',
      status: 'weak',
      note: 'The server enforces its own order and prefers a weaker suite over stronger ones that it also supports.',
    },
    http2_refused: {
      title: 'HTTP/2 with a cipher suite that browsers refuse',
      weakness: 'tls-weak-preference',
      status: 'weak',
      severity: 'important',
      explanation:
        'The server chooses HTTP/2 together with a cipher suite that HTTP/2 prohibits (RFC 9113 §9.2.2). Chrome, Edge and Firefox then show an error instead of the site (ERR_HTTP2_INADEQUATE_TRANSPORT_SECURITY). Clients that do not check this, such as this scan, still open the site.',
      note: 'Put suites with ECDHE and GCM or ChaCha20-Poly1305 first, or allow TLS 1.3. Until then, switching HTTP/2 off lets browsers in again.',
    },
  },
  judge({ tls }) {
    if (tls.endpoint !== 'tls') return null;
    const evidence = suiteLists(tls);
    if (evidence.length === 0) return null;
    const refused = suiteRefusedInHttp2(tls);
    if (refused !== null)
      return { outcome: 'http2_refused', evidence: [`chosen with HTTP/2: ${refused}`, ...evidence] };
    const favorite = favoriteOf(tls);
    const note = whoPrefers(tls, favorite);
    if (tls.preference === 'client') return { outcome: 'client', evidence };
    const found = favorite === null ? null : classOfSuite(favorite);
    if (favorite === null || found === null || BEST.includes(found)) return { outcome: 'fine', evidence, note };
    const better = tls.suite_classes.ecdhe_aead;
    if (better === null) return unanswered(tls);
    // With no better suite, or only one, the order does not matter.
    if (!better || tls.preference === null) return { outcome: 'fine', evidence, note };
    return { outcome: 'weak_first', evidence: [`first choice: ${favorite}`, ...evidence] };
  },
});

/** One line per version, newest first. A list that may be incomplete says so. */
function suiteLists(tls: TlsEvidence): string[] {
  return TLS_VERSIONS.toReversed().flatMap((version) => {
    const suites = tls.suites[version] ?? [];
    if (suites.length === 0) return [];
    const open = tls.suites_complete[version] === true ? '' : ' (at least these)';
    return [`${version}: ${suites.join(', ')}${open}`];
  });
}

function whoPrefers({ preference }: TlsEvidence, favorite: string | null): string {
  if (favorite === null) return '';
  if (preference === 'server') return 'Up to TLS 1.2, the server enforces its own order.';
  return 'Up to TLS 1.2, there is only one suite to choose, or the scan could not determine whose order applies.';
}

/** The server's first choice up to TLS 1.2. TLS 1.3 has no weak suites. */
function favoriteOf(tls: TlsEvidence): string | null {
  for (const version of ['TLS 1.2', 'TLS 1.1', 'TLS 1.0'] as const) {
    const [first] = tls.suites[version] ?? [];
    if (first !== undefined) return first;
  }
  return null;
}
