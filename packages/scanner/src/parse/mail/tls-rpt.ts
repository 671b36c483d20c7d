import { withTabs } from './tabs.ts';
import { meantUris } from './meant-uris.ts';

/** RFC 8460 §3 */

export function isTlsRpt(text: string): boolean {
  return /^v=TLSRPTv1[ \t]*(;|$)/.test(withTabs(text));
}

/** RFC 6068 allows header fields after the address: `mailto:tls@example.com?subject=tls`. */
const MAILTO = /^mailto:(?!\/\/)[^\s@!?]+@[a-z\d-]+(?:\.[a-z\d-]+)+(?:\?[^\s!]*)?$/iu;

function isReceiver(uri: string): boolean {
  return MAILTO.test(uri) || (/^https:\/\/\S+$/iu.test(uri) && URL.canParse(uri));
}

/** Of another kind, which reporters skip: they deliver to those that they support (RFC 8460 §3). */
function isOther(uri: string): boolean {
  return /^(?!mailto:|https:)[a-z][a-z\d+.-]*:\S/iu.test(uri);
}

export interface TlsRptRecord {
  rua: string[];
  /** URLs of other kinds. */
  skipped: string[];
  fault: string | null;
}

/** `v=TLSRPTv1; rua=mailto:tls@example.com,https://example.com/tls` */
export function parseTlsRpt(text: string): TlsRptRecord {
  const broken = (fault: string): TlsRptRecord => ({ rua: [], skipped: [], fault });
  const fields = withTabs(text)
    .split(';')
    .slice(1)
    .map((field) => field.trim());
  const rua = fields.find((field) => /^rua[ \t]*=/.test(field));
  if (rua === undefined) return broken('the "rua" field is missing');
  const odd = fields.find((field) => field !== '' && !field.includes('='));
  if (odd !== undefined) return broken(`"${odd.slice(0, 80)}" does not have the form "name=value"`);
  const uris = rua
    .slice(rua.indexOf('=') + 1)
    .split(',')
    .map((uri) => uri.trim());
  const usable = uris.filter(isReceiver);
  const skipped = uris.filter(isOther);
  const bad = uris.find((uri) => !isReceiver(uri) && (usable.length === 0 || !isOther(uri)));
  if (bad !== undefined) return broken(`"${bad.slice(0, 80)}" is not a mailto: or https: URL`);
  return { rua: usable, skipped, fault: null };
}

/** The receivers that the owner meant: also without `mailto:`, with an old size limit, or in a record that senders ignore. */
export function meantReceivers(text: string): string[] {
  const value = /\brua[ \t]*[=:](.*)$/isu.exec(text.slice(0, 2000))?.[1]?.split(/[;"]/u, 1)[0] ?? '';
  return meantUris(value)
    .map((uri) => uri.replace(/^http:/iu, 'https:'))
    .filter(isReceiver)
    .slice(0, 4);
}
