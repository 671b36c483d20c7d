import { isUtf8 as isWholeUtf8 } from 'node:buffer';
import type { Gathered } from '../evidence/gathered.ts';
import { have } from '../evidence/gathered.ts';
import { fieldValues } from '../evidence/http.ts';
import type { SecurityTxtAttempt, SecurityTxtEvidence } from '../evidence/security-txt.ts';
import { httpsAuthority, urlHost } from '../target.ts';
import type { GatherContext } from './context.ts';
import { missingFrom } from './missing-from.ts';
import { followRedirects } from './redirect-chain.ts';

/** Far above any honest file; the rest is not read. */
const MAX_SECURITY_TXT_BYTES = 100 * 1024;

/**
 * `/.well-known/security.txt` over https (RFC 9116 §3), then the older location at the root if the first has no file.
 * Plain http is used only for a site that was scanned over http and has no https.
 */
export async function gatherSecurityTxt(context: GatherContext): Promise<Gathered<SecurityTxtEvidence>> {
  const { target } = context;
  const secure = `https://${httpsAuthority(target)}`;
  const attempts = [await attempt(`${secure}/.well-known/security.txt`, context)];
  const [first] = attempts;
  if (first?.status !== null && !isFile(first)) attempts.push(await attempt(`${secure}/security.txt`, context));
  if (first?.status === null && target.scheme === 'http') {
    const plain = `http://${urlHost(target.host)}${target.port === 80 ? '' : `:${target.port}`}`;
    attempts.push(await attempt(`${plain}/.well-known/security.txt`, context));
  }
  return have({ attempts });
}

function isFile(attempt: SecurityTxtAttempt | undefined): boolean {
  return attempt?.status === 200 && !/^\s*</u.test(attempt.body ?? '');
}

async function attempt(url: string, { egress, signal }: GatherContext): Promise<SecurityTxtAttempt> {
  const empty = { url, content_type: null, body: null, bytes: 0, truncated: false, utf8: true, bom: false };
  try {
    const options = { egress, signal, maxBodyBytes: MAX_SECURITY_TXT_BYTES, stopAtDeadEnd: true };
    const { hops, end, last } = await followRedirects(url, options);
    const chain = hops.map((hop) => hop.url);
    if (!last || end !== 'answered') {
      const failure = `the redirects did not lead to a response (${end.replaceAll('_', ' ')})`;
      return { ...empty, chain, status: hops.at(-1)?.status ?? null, failure, blame: 'site' };
    }
    const found = { ...empty, chain, status: last.status, failure: null, blame: null };
    if (last.status !== 200) return found;
    return {
      ...found,
      content_type: fieldValues(last.headers, 'content-type').at(-1)?.slice(0, 256) ?? null,
      ...readBody(last.body, last.truncated),
    };
  } catch (error) {
    const { reason, blame } = missingFrom(error);
    return { ...empty, chain: [url], status: null, failure: reason, blame };
  }
}

function readBody(
  bytes: Uint8Array,
  truncated: boolean,
): Pick<SecurityTxtAttempt, 'body' | 'bytes' | 'truncated' | 'utf8' | 'bom'> {
  const bom = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  // A cut may fall inside a character, so that its last bytes prove nothing.
  const whole = truncated ? bytes.subarray(0, Math.max(0, bytes.length - 3)) : bytes;
  return {
    body: new TextDecoder('utf-8').decode(bytes),
    bytes: bytes.length,
    truncated,
    utf8: isUtf8(whole, truncated),
    bom,
  };
}

function isUtf8(bytes: Uint8Array, cut: boolean): boolean {
  if (!cut) return isWholeUtf8(bytes);
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}
