import { HandshakeFault, NetworkFault } from '../../errors.ts';
import type { Gathered } from '../../evidence/gathered.ts';
import { TLS_VERSIONS, type TlsEvidence } from '../../evidence/tls.ts';

/** No handshake that a current client completes: the message then names what the TLS part of the scan understood. */
export async function withWhatIsSpoken(
  error: unknown,
  host: string,
  tlsPart: Promise<Gathered<TlsEvidence>>,
): Promise<never> {
  // A redirect may have led to another server.
  if (!(error instanceof NetworkFault) || error.code !== 'tls' || !error.message.startsWith(`${host}:`)) throw error;
  const tls = await tlsPart;
  const spoken = spokenInstead(tls);
  if (!tls.ok || spoken === null) throw error;
  throw new HandshakeFault(`${error.message}: ${spoken}`, tls.value, { cause: error });
}

/**
 * What a server understood, for the message about one with which no handshake comes about: "it speaks SSLv3 only, with
 * TLS_RSA_WITH_RC4_128_SHA". Null when nothing was found out.
 */
function spokenInstead(tls: Gathered<TlsEvidence>): string | null {
  if (!tls.ok || tls.value.endpoint !== 'tls') return null;
  const { versions, suites, client_certificate_requested: asksForOne } = tls.value;
  const spoken = TLS_VERSIONS.filter((version) => versions[version] === true);
  if (spoken.length === 0) return null;
  if (asksForOne === true && spoken.some((version) => version.startsWith('TLS'))) {
    return 'it asks for a client certificate';
  }
  const taken = [...new Set(spoken.flatMap((version) => suites[version] ?? []))];
  const named = taken.length > 3 ? [...taken.slice(0, 3), `${taken.length - 3} more`] : taken;
  return `it speaks ${list(spoken)} only${named.length > 0 ? `, with ${list(named)}` : ''}`;
}

function list(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
