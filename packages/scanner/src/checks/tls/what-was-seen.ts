import type { Unknown } from '../../check.ts';
import type { Certificate, TlsEvidence, TlsVersion } from '../../evidence/tls.ts';
import { TLS_VERSIONS } from '../../evidence/tls.ts';
import { pathOf } from '../../facts/certificates/path-of.ts';
import { classOfSuite, type SuiteClass } from '../../parse/tls/tls-suites.ts';

const CLASSIC = ['TLS 1.0', 'TLS 1.1', 'TLS 1.2'] as const;

/** What to say where nothing is known of a property of TLS 1.2 and older: nothing, if the server has TLS 1.3 alone. */
export function unknownUnlessModern(tls: TlsEvidence): Unknown | null {
  return CLASSIC.every((version) => tls.versions[version] === false) ? null : unanswered(tls);
}

/** Why a property of the server could not be determined. */
export function unanswered(tls: TlsEvidence): Unknown {
  const ours = failureOf(tls, 'protocols');
  if (ours) return ours;
  const { opened, cut_short: cutShort } = tls.connections;
  if (cutShort)
    return { unknown: `the server stopped responding after ${opened} connections, possibly because of a rate limit` };
  if (tls.servers) return { unknown: 'the servers behind the IP address gave different responses' };
  return { unknown: 'the server gave no conclusive response' };
}

/** The unknown result for something that a failure of the scanner left open. */
export function failureOf(
  tls: TlsEvidence,
  ...facts: readonly TlsEvidence['failures'][number]['fact'][]
): Unknown | null {
  const failure = tls.failures.find((one) => facts.includes(one.fact));
  return failure ? { unknown: failure.reason, ours: true } : null;
}

/** No certificate to check, although the server supports TLS. */
export function noCertificate(tls: TlsEvidence): Unknown {
  const ours = failureOf(tls, 'certificates', 'handshake');
  if (ours) return ours;
  if (tls.chain.trust?.faults.some(({ rule }) => rule === 'unreadable'))
    return { unknown: 'the certificate does not follow RFC 5280 §4.1 and cannot be parsed' };
  return { unknown: `the server sent no certificate (${tls.handshake.fault ?? 'the handshake did not get that far'})` };
}

export function leafOf(tls: TlsEvidence): Certificate | null {
  return tls.chain.certificates[0] ?? null;
}

/** Suites of the given classes that the server chose, each with the TLS versions. */
export function suitesSeen(tls: TlsEvidence, classes: readonly SuiteClass[]): string[] {
  const versions = new Map<string, TlsVersion[]>();
  for (const version of TLS_VERSIONS) {
    for (const suite of tls.suites[version] ?? []) {
      const found = classOfSuite(suite);
      if (found && classes.includes(found)) versions.set(suite, [...(versions.get(suite) ?? []), version]);
    }
  }
  return [...versions].map(([suite, list]) => `${suite} (${list.join(', ')})`);
}

/** True if any class is accepted, false if all are rejected, null if unknown. */
export function accepts(tls: TlsEvidence, ...classes: readonly SuiteClass[]): boolean | null {
  const states = classes.map((name) => tls.suite_classes[name] ?? null);
  if (states.includes(true)) return true;
  return states.includes(null) ? null : false;
}

/** Whether the certificate's key signs handshakes, as it does in all suites except static RSA. */
export function signsHandshakes(tls: TlsEvidence): boolean | null {
  return accepts(tls, 'tls13', 'ecdhe_aead', 'ecdhe_cbc', 'dhe_aead', 'dhe_cbc');
}

/** The certificates whose signatures a client relies on: the path without its anchor, or else those sent. */
export function certificatesOnPath(tls: TlsEvidence): Certificate[] {
  return pathOf(tls.chain);
}

export const DAY_MS = 86_400_000;

/** "2026-11-21". */
export function day(iso: string): string {
  return iso.slice(0, 10);
}
