import { TOKEN } from './token.ts';

/**
 * Whether browsers save the response as a file instead of displaying it (RFC 6266 §4.2): every type except `inline`.
 * A value that begins with a parameter has no type and is displayed.
 */
export function isDownload(values: readonly string[]): boolean {
  const type = (values[0] ?? '').split(';', 1)[0]?.trim() ?? '';
  return TOKEN.test(type) && type.toLowerCase() !== 'inline';
}
