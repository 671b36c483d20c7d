import { meantUris } from './meant-uris.ts';

/** RFC 8460 §3 */

export function isTlsRpt(text: string): boolean {
  return /^v=TLSRPTv1[ \t]*(;|$)/.test(text);
}

/** RFC 6068 allows header fields after the address: `mailto:tls@example.com?subject=tls`. */
const RECEIVER = /^(?:mailto:[^\s@!?]+@[a-z\d-]+(?:\.[a-z\d-]+)+(?:\?[^\s!]*)?|https:\/\/\S+)$/iu;

/** `v=TLSRPTv1; rua=mailto:tls@example.com,https://example.com/tls` */
export function parseTlsRpt(text: string): { rua: string[]; fault: string | null } {
  const fields = text
    .split(';')
    .slice(1)
    .map((field) => field.trim());
  const rua = fields.find((field) => /^rua[ \t]*=/.test(field));
  if (rua === undefined) return { rua: [], fault: 'the "rua" field is missing' };
  const uris = rua
    .slice(rua.indexOf('=') + 1)
    .split(',')
    .map((uri) => uri.trim());
  const bad = uris.find((uri) => !RECEIVER.test(uri));
  if (bad !== undefined) return { rua: [], fault: `"${bad.slice(0, 80)}" is not a mailto: or https: URL` };
  return { rua: uris, fault: null };
}

/** The receivers that the owner meant: also without `mailto:`, with an old size limit, or in a record that senders ignore. */
export function meantReceivers(text: string): string[] {
  const value = /\brua[ \t]*[=:](.*)$/isu.exec(text.slice(0, 2000))?.[1]?.split(/[;"]/u, 1)[0] ?? '';
  return meantUris(value)
    .map((uri) => uri.replace(/^http:/iu, 'https:'))
    .filter((uri) => RECEIVER.test(uri))
    .slice(0, 4);
}
