/**
 * The value of a TXT record as zone files have it: strings of at most 255 bytes (RFC 1035 §3.3), which receivers join
 * without a space (RFC 7208 §3.3). Name servers refuse a longer string.
 */
export function txtData(text: string): string {
  const strings = text.match(/[^]{1,255}/gu) ?? [''];
  return strings.map((one) => `"${one}"`).join(' ');
}
