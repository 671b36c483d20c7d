import * as rfc9651 from 'structured-headers';

export { Token } from 'structured-headers';
export type { BareItem } from 'structured-headers';

/**
 * Structured fields as browsers parse them, which is RFC 8941. RFC 9651 added dates and display strings: with one of them
 * anywhere, Chromium 156 ignores the complete field.
 * @throws Error if browsers cannot parse the text
 */
export function parseItem(text: string): rfc9651.Item {
  const item = rfc9651.parseItem(text);
  refuseNewTypes(item);
  return item;
}

/** @throws Error if browsers cannot parse the text */
export function parseDictionary(text: string): rfc9651.Dictionary {
  const dictionary = rfc9651.parseDictionary(text);
  for (const member of dictionary.values()) refuseNewTypes(member);
  return dictionary;
}

function refuseNewTypes([value, parameters]: rfc9651.Item | rfc9651.InnerList): void {
  if (Array.isArray(value)) for (const item of value) refuseNewTypes(item);
  else if (isNew(value)) throw new Error('a type of RFC 9651');
  if ([...parameters.values()].some(isNew)) throw new Error('a type of RFC 9651');
}

function isNew(value: rfc9651.BareItem): boolean {
  return value instanceof Date || value instanceof rfc9651.DisplayString;
}
