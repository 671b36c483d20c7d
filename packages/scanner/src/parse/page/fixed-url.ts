/**
 * Whether a URL names exactly one version of a file, so that a hash of it stays valid: other bytes get another URL.
 * A version of two parts (`@3.4`, `/2.1/`) is a range at CDNs and an interface at vendors, behind which files change;
 * in a file's name it is a version. A number or a UUID alone is an account.
 */
export function namesVersion(url: string): boolean {
  const path = URL.parse(url)?.pathname ?? '';
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (/[@/.-]v?\d+\.\d+\.\d+(?:[./-]|$)/iu.test(path) || /[.-]v?\d+\.\d+(?:\.\d+)?(?:[.-]|$)/iu.test(name)) return true;
  const hash = /[.-]([0-9a-f]{8,64})\.(?:min\.)?m?js$/iu.exec(name);
  return hash !== null && /[a-f]/iu.test(hash[1] ?? '') && !UUID.test(name);
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/iu;

/** Serve any version of a package: its exact version can always be put into the URL. */
const PACKAGE_CDNS = new Set([
  'ajax.aspnetcdn.com',
  'ajax.googleapis.com',
  'cdn.jsdelivr.net',
  'cdn.skypack.dev',
  'cdnjs.cloudflare.com',
  'code.jquery.com',
  'esm.sh',
  'esm.run',
  'ga.jspm.io',
  'maxcdn.bootstrapcdn.com',
  'stackpath.bootstrapcdn.com',
  'unpkg.com',
]);

export function isPackageCdn(url: string): boolean {
  return PACKAGE_CDNS.has(URL.parse(url)?.hostname ?? '');
}
