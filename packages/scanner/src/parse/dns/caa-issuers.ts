import { isNear } from '../near-word.ts';

/**
 * Names of public certificate authorities in CAA records, matched by the issuer of their certificates. From the CAs'
 * documentation and the Common CA Database, checked November 2026.
 */
const ISSUERS: readonly (readonly [issuer: RegExp, names: readonly string[]])[] = [
  [/let's encrypt|internet security research group/i, ['letsencrypt.org']],
  [/google trust services/i, ['pki.goog']],
  [/amazon/i, ['amazon.com', 'amazontrust.com', 'awstrust.com', 'amazonaws.com']],
  [/digicert|geotrust|thawte|rapidssl/i, ['digicert.com']],
  [
    /sectigo|comodo|usertrust|zerossl/i,
    ['sectigo.com', 'comodoca.com', 'comodo.com', 'usertrust.com', 'trust-provider.com'],
  ],
  [/globalsign/i, ['globalsign.com']],
  [/godaddy|starfield/i, ['godaddy.com', 'starfieldtech.com']],
  [/ssl corporation|ssl\.com/i, ['ssl.com']],
  [/buypass/i, ['buypass.com', 'buypass.no']],
  [/actalis/i, ['actalis.it']],
  [/certum|asseco|unizeto/i, ['certum.pl', 'certum.eu']],
  [/harica|hellenic academic/i, ['harica.gr']],
  [/telia/i, ['telia.com', 'telia.fi', 'telia.se']],
  [/swisssign/i, ['swisssign.com']],
];

/** CAA names of the authority with this issuer name, the preferred one first. Null for an unknown authority. */
export function caaNamesOf(issuer: string): readonly string[] | null {
  const text = issuer.slice(0, 500);
  return ISSUERS.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}

const KNOWN: readonly string[] = ISSUERS.flatMap(([, names]) => names);

/** The name that was probably meant by one that is not known: `letsencrypt.com`, `letsencrypt`, `digicrt.com`. */
export function likeKnownCa(issuer: string): string | null {
  const labels = issuer.split('.');
  if (labels.length > 2 || KNOWN.includes(issuer)) return null;
  const [label = ''] = labels;
  // `ssl` and `pki` are in many names.
  if (label.length < 4) return null;
  return KNOWN.find((name) => isNear(name, issuer) || name.startsWith(`${label.replaceAll('-', '')}.`)) ?? null;
}
