import { GATEKEEPERS } from '../../data/gatekeepers.ts';
import { saysUnfinished } from './page-words.ts';

/** Gatekeeper pages are short, so only the beginning of a longer body is searched. */
const ERROR_BYTES = 64 * 1024;
const GOOD_BYTES = 32 * 1024;
/** A page this small whose script contains one of `SCRIPT_SIGNS` only redirects the visitor. */
const SCRIPT_BYTES = 8 * 1024;

const ANY = textsOf(() => true);
const GOOD = textsOf(({ status }) => status === undefined || status.some((code) => code < 300));
/** A response of a few words, without markup. */
const TEXT_BYTES = 1024;
/** It says that the site is under construction. */
export const UNFINISHED_SIGN = 'under construction';

/** Text that scripts contain which redirect the visitor. */
export const SCRIPT_SIGNS = [
  'document.cookie',
  'location.reload',
  'location.replace',
  'location.assign',
  'location.href',
  'window.location',
  'document.location',
  'self.location',
  'top.location',
  'location=',
  'location =',
] as const;

/** The texts of `data/gatekeepers.json` that a body contains. A long page with a 2xx status is not a gatekeeper's. */
export function bodySigns(body: Uint8Array, status: number): string[] {
  const good = status >= 200 && status < 300;
  if (body.length === 0 || (good && body.length > GOOD_BYTES)) return [];
  // The texts are ASCII, so any ASCII-compatible decoding works.
  const text = new TextDecoder('latin1').decode(body.subarray(0, ERROR_BYTES));
  const found = (good ? GOOD : ANY).filter((sign) => text.includes(sign));
  if (body.length <= SCRIPT_BYTES) found.push(...SCRIPT_SIGNS.filter((sign) => text.includes(sign)));
  if (body.length <= TEXT_BYTES && !/^\s*[<{[]/u.test(text) && saysUnfinished(new TextDecoder().decode(body)))
    found.push(UNFINISHED_SIGN);
  return found;
}

function textsOf(wanted: (row: (typeof GATEKEEPERS)[number]) => boolean): string[] {
  return [...new Set(GATEKEEPERS.filter(wanted).flatMap(({ body, links }) => [...(body ?? []), ...(links ?? [])]))];
}
