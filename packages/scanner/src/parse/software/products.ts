export interface ProductVersion {
  product: string;
  version: string;
}

/** Values are truncated before any pattern runs, so that a hostile value costs little. */
const MAX_VALUE = 256;
const MAX_PRODUCTS = 10;

/**
 * Values with a number that is a constant of a service and not the version of any software.
 */
const CONSTANTS =
  /^(?:awselb\/2\.0|ECS \(.*\)|ECAcc \(.*\)|ECD \(.*\)|Microsoft-HTTPAPI\/\d\.\d|Apache-Coyote\/1\.1|Google Frontend|AmazonS3|CloudFront|cloudflare|gws|Cowboy|AkamaiGHost)$/iu;

/**
 * `Apache/2.4.57 (Debian) OpenSSL/3.0.11`, `WordPress 6.4.2`, `Jetty(9.4.31.v20200723)`, `Phusion Passenger(R) 6.0.18`,
 * `JBoss-4.0.5.GA/Tomcat-5.5`: each product with its version.
 */
export function productVersions(value: string): ProductVersion[] {
  const text = value
    .slice(0, MAX_VALUE)
    .replaceAll(/\((?:R|TM)\)/gu, '')
    .replaceAll(/\b(JBoss|JBossWeb|Tomcat)-(?=\d)/gu, '$1/')
    // `WPML ver:4.5.8`, `Divi v.4.23`, `Example version 1.2`, `concrete5 - 8.5.4`, `All in One SEO (AIOSEO) 4.5.3`
    .replaceAll(/ (?:ver|version|v|release)[.:]? ?(?=\d)| [-–] v?(?=\d)| \([A-Za-z]{2,20}\) v?(?=\d)/giu, '/')
    // Names of several words before their version.
    .replaceAll(/\bGlassFish Server(?: Open Source Edition)? {1,2}(?=\d)/gu, 'GlassFish/')
    .replaceAll(/\bWebLogic Server (?=\d)/gu, 'WebLogic/')
    .replaceAll(/\bLiferay (?:Community Edition |Digital Experience |Enterprise Edition )?Portal (?=\d)/gu, 'Liferay/');
  if (CONSTANTS.test(text.trim())) return [];
  const found = text.matchAll(
    /([A-Za-z][\w.+!-]{0,40}?)(?: CMS)?(?:\/| {1,2}|\()v?(\d{1,8}(?:\.\d{1,10}){1,8}(?:[-+~.]?[A-Za-z][\w.]{0,20})?)/gu,
  );
  return [...found].slice(0, MAX_PRODUCTS).flatMap(({ index, 1: last = '', 2: version = '' }) => {
    // A protocol (`Server: HTTP/1.1`).
    if (/^HTTPS?$/iu.test(last)) return [];
    const before = KIND.test(last) ? (NAME_BEFORE.exec(text.slice(0, index))?.[0] ?? '') : '';
    return [{ product: `${before}${last}`, version }];
  });
}

/** Words that say what kind of software it is. The name precedes them: `Payara Server 5.2022.5`, `ASP.NET Core 6.0`. */
const KIND =
  /^(?:Application|Cache|Cloud|Community|Core|Edition|Engine|Enterprise|Framework|Gateway|Platform|Portal|Proxy|Server|Suite|System|Web)$/iu;
const NAME_BEFORE = /(?:[A-Za-z][\w.+!-]{0,30} ){1,4}$/u;

/** The version, if the value contains nothing else, as in `X-AspNet-Version: 4.0.30319`. */
export function bareVersion(value: string): string | null {
  return /^\s*v?(\d{1,8}(?:\.\d{1,10}){1,8}[\w.+-]{0,20})\s*$/u.exec(value.slice(0, MAX_VALUE))?.[1] ?? null;
}
