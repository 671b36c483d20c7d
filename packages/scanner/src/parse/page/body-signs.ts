import { GATEKEEPERS } from '../../data/gatekeepers.ts';

/** Pages of gatekeepers are short; of a long page only the beginning could be one. */
const ERROR_BYTES = 64 * 1024;
const GOOD_BYTES = 32 * 1024;
/** A page of a few lines whose script does one of these is on its way elsewhere. */
const SCRIPT_BYTES = 8 * 1024;

const ANY = textsOf(() => true);
const GOOD = textsOf(({ status }) => status === undefined || status.some((code) => code < 300));
/** What a script that sends the reader on is made of. */
export const SCRIPT_SIGNS = [
  'document.cookie',
  'location.reload',
  'location.replace',
  'location.assign',
  'location.href',
  'window.location',
  'document.location',
] as const;

/** Which texts of `data/gatekeepers.json` stand in a body. A long page that answered well is none of theirs. */
export function bodySigns(body: Uint8Array, status: number): string[] {
  const good = status >= 200 && status < 300;
  if (body.length === 0 || (good && body.length > GOOD_BYTES)) return [];
  // The texts are ASCII, so that any reading of the other bytes will do.
  const text = new TextDecoder('latin1').decode(body.subarray(0, ERROR_BYTES));
  const found = (good ? GOOD : ANY).filter((sign) => text.includes(sign));
  if (body.length <= SCRIPT_BYTES) found.push(...SCRIPT_SIGNS.filter((sign) => text.includes(sign)));
  return found;
}

function textsOf(wanted: (row: (typeof GATEKEEPERS)[number]) => boolean): string[] {
  return [...new Set(GATEKEEPERS.filter(wanted).flatMap(({ body }) => body ?? []))];
}
