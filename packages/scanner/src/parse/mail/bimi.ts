import { withTabs } from './tabs.ts';

/** One BIMI assertion record: the URL of the logo and of the certificate that verifies its owner. */
export interface BimiRecord {
  location: string;
  authority: string;
  /** `l=; a=;`: the domain declines to show a logo. */
  declined: boolean;
  /** Why mail clients do not show the logo. */
  faults: string[];
}

/** Meant as BIMI, but mail clients do not recognize it: `v=bimi1`, `v = BIMI 1`. */
export function isNearlyBimi(text: string): boolean {
  return !isBimi(text) && /^\W*v\s*=\s*bimi/iu.test(text.slice(0, 40));
}

export function isBimi(text: string): boolean {
  return /^\s*v\s*=\s*BIMI1[ \t]*(?:;|$)/.test(withTabs(text));
}

/** `v=BIMI1; l=https://…/logo.svg; a=https://…/vmc.pem` */
export function parseBimi(text: string): BimiRecord {
  const list = withTabs(text)
    .split(';')
    .slice(1)
    .filter((part) => part.trim() !== '')
    .map((part) => part.split(/=(.*)/su))
    .map(([name = '', value = '']) => [name.trim().toLowerCase(), value.trim()] as const);
  const tags = new Map(list);
  const location = tags.get('l') ?? '';
  const authority = tags.get('a') ?? '';
  const declined = tags.has('l') && location === '' && authority === '';
  const faults: string[] = [];
  // BIMI uses the tag lists of RFC 6376 §3.2.
  if (tags.size < list.length) faults.push('a tag appears more than once');
  if (!tags.has('l')) faults.push('"l=" with the logo URL is missing');
  else if (location === '' && authority !== '') faults.push('"l=" has no URL, so "a=" has no logo to verify');
  for (const [tag, address] of [
    ['l', location],
    ['a', authority],
  ] as const) {
    // Of its URL, commas are percent-encoded.
    if (address.includes(',')) faults.push(`"${tag}=" has more than one URL`);
    else if (address !== '' && URL.parse(address)?.protocol !== 'https:') faults.push(`"${tag}=" is not an https URL`);
  }
  const path = URL.parse(location)?.pathname ?? '';
  if (location !== '' && path !== '' && !/\.svgz?$/iu.test(path)) faults.push('the logo must be an SVG file');
  return { location, authority, declined, faults };
}
