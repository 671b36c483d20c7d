import { classOfSuite } from './tls-suites.ts';

/** Offered by Chrome and Firefox alike up to TLS 1.2 (data/tls-clients.json). */
const OF_BROWSERS: ReadonlySet<string> = new Set([
  ...['ECDSA', 'RSA'].flatMap((key) =>
    ['AES_128_GCM_SHA256', 'AES_256_GCM_SHA384', 'CHACHA20_POLY1305_SHA256'].map(
      (end) => `TLS_ECDHE_${key}_WITH_${end}`,
    ),
  ),
  ...['AES_128_CBC_SHA', 'AES_256_CBC_SHA'].map((end) => `TLS_ECDHE_RSA_WITH_${end}`),
  ...['AES_128_GCM_SHA256', 'AES_256_GCM_SHA384', 'AES_128_CBC_SHA', 'AES_256_CBC_SHA'].map(
    (end) => `TLS_RSA_WITH_${end}`,
  ),
]);

/** RFC 9113 §9.2.2 and Appendix A: HTTP/2 needs an ephemeral key exchange and authenticated encryption. */
export function isAllowedInHttp2(suite: string): boolean {
  return ['tls13', 'ecdhe_aead', 'dhe_aead'].includes(classOfSuite(suite) ?? '');
}

interface Server {
  alpn: string | null;
  versions: Readonly<Record<string, boolean | null>>;
  suites: Readonly<Record<string, readonly string[] | undefined>>;
  suite_classes: { ecdhe_aead: boolean | null };
  preference: string | null;
}

/** It has HTTP/2 with TLS 1.2: with TLS 1.3, every suite is allowed. */
export function hasHttp2WithTls12({ alpn, versions }: Pick<Server, 'alpn' | 'versions'>): boolean {
  return alpn === 'h2' && versions['TLS 1.3'] === false && versions['TLS 1.2'] === true;
}

/**
 * The suite with which the server answers HTTP/2 to Chrome and Firefox although HTTP/2 prohibits it: they show an error
 * in place of the site, as tried in Chromium 156 with nginx. Null if it chooses another, or that is not known.
 */
export function suiteRefusedInHttp2(server: Server): string | null {
  if (!hasHttp2WithTls12(server)) return null;
  const served = server.suites['TLS 1.2'] ?? [];
  const first = served.find((suite) => OF_BROWSERS.has(suite));
  if (first === undefined || isAllowedInHttp2(first)) return null;
  // The only class that browsers offer and HTTP/2 allows.
  const isOnly = server.suite_classes.ecdhe_aead === false;
  return isOnly || (server.preference === 'server' && served[0] === first) ? first : null;
}
