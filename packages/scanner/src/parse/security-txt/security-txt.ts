import { readSignedText, type SignatureState } from './pgp-clear-signed.ts';

export interface SecurityTxtField {
  /** As written. */
  name: string;
  value: string;
  line: number;
}

/** A violation of RFC 9116, or a remark. */
interface SecurityTxtRemark {
  about: 'contact' | 'expires' | 'format';
  text: string;
}

export interface SecurityTxt {
  fields: SecurityTxtField[];
  /** Milliseconds since the epoch. Null if absent, repeated or invalid. */
  expires: number | null;
  faults: SecurityTxtRemark[];
  /** Harmless observations. */
  remarks: string[];
  signature: SignatureState;
}

/** RFC 9116 §2.5 and the IANA registry; CSAF from OASIS CSAF 2.0 §7.1.8. */
const KNOWN_FIELDS = [
  'acknowledgments',
  'canonical',
  'contact',
  'encryption',
  'expires',
  'hiring',
  'policy',
  'preferred-languages',
  'csaf',
  'bug-bounty',
];
/** Fields whose web addresses must use https. */
const URI_FIELDS = new Set(['acknowledgments', 'canonical', 'contact', 'encryption', 'hiring', 'policy', 'csaf']);
const SPELLING: Readonly<Record<string, string>> = {
  acknowledgements: 'Acknowledgments',
  contacts: 'Contact',
  'preferred-language': 'Preferred-Languages',
  expiry: 'Expires',
};
const MAX_LINES = 2000;
const MAX_FAULTS = 50;
/** Language tags that are checked. No one offers more, and each invalid one costs an exception. */
const MAX_LANGUAGES = 200;

/** @param body text without its byte order mark */
export function parseSecurityTxt(body: string): SecurityTxt {
  const { text, state, fault, before } = readSignedText(body);
  const parsed: SecurityTxt = { fields: [], expires: null, faults: [], remarks: [], signature: state };
  if (fault) parsed.faults.push({ about: 'format', text: fault });
  readLines(text, parsed, before, state === 'none');
  checkContact(parsed);
  checkExpires(parsed);
  checkOthers(parsed);
  parsed.faults = parsed.faults.slice(0, MAX_FAULTS);
  return parsed;
}

/** @param before number of lines in the file before the text */
function readLines(text: string, parsed: SecurityTxt, before: number, wantsLastEnd: boolean): void {
  const lines = text.split('\n', MAX_LINES);
  const format = (line: number, what: string): void => {
    parsed.faults.push({ about: 'format', text: `line ${line}: ${what}` });
  };
  lines.forEach((raw, index) => {
    const number = before + index + 1;
    const line = raw.endsWith('\r') ? raw.slice(0, -1) : raw;
    if (line.includes('\r')) format(number, 'a carriage return without a line feed does not end a line');
    if (line.trim() === '' || line.startsWith('#')) return;
    const colon = line.indexOf(':');
    if (colon < 0) return format(number, `"${shorten(line)}" is neither a field nor a comment`);
    const name = line.slice(0, colon);
    const value = line.slice(colon + 1);
    if (name.trim() === '') return format(number, 'a field without a name');
    if (name !== name.trimEnd()) format(number, `white space before the colon of "${shorten(name.trim())}"`);
    if (name !== name.trimStart()) format(number, `white space before "${shorten(name.trim())}"`);
    if (value.trim() === '') return format(number, `"${shorten(name.trim())}" has no value`);
    if (!value.startsWith(' ')) format(number, `no space after the colon of "${shorten(name.trim())}"`);
    parsed.fields.push({ name: name.trim(), value: value.trim(), line: number });
  });
  if (wantsLastEnd && text !== '' && !text.endsWith('\n'))
    format(lines.length, 'the last line does not end with a line break');
}

/** Whether the text has any field of RFC 9116, misspelled ones included. Without one it is another file. */
export function hasKnownField({ fields }: SecurityTxt): boolean {
  return fields.some(({ name }) => KNOWN_FIELDS.includes(name.toLowerCase()) || SPELLING[name.toLowerCase()]);
}

export function fieldsNamed(parsed: SecurityTxt, name: string): SecurityTxtField[] {
  return parsed.fields.filter((field) => field.name.toLowerCase() === name);
}

function checkContact(parsed: SecurityTxt): void {
  const contacts = fieldsNamed(parsed, 'contact');
  const fault = (text: string): void => void parsed.faults.push({ about: 'contact', text });
  if (contacts.length === 0) fault('there is no Contact field');
  for (const { value, line } of contacts) {
    const problem = uriProblem(value);
    if (problem) fault(`line ${line}: Contact ${problem}: ${shorten(value)}`);
  }
}

function checkExpires(parsed: SecurityTxt): void {
  const [first, ...more] = fieldsNamed(parsed, 'expires');
  const fault = (text: string): void => void parsed.faults.push({ about: 'expires', text });
  if (!first) return fault('there is no Expires field');
  if (more.length > 0) return fault(`Expires appears ${more.length + 1} times`);
  parsed.expires = parseRfc3339(first.value);
  if (parsed.expires === null)
    fault(`line ${first.line}: not a date and time with a time zone: ${shorten(first.value)}`);
  else if (first.value.includes(' '))
    parsed.remarks.push(`line ${first.line}: strict readers want a T between the date and the time`);
}

function checkOthers(parsed: SecurityTxt): void {
  const format = (text: string): void => void parsed.faults.push({ about: 'format', text });
  const languages = fieldsNamed(parsed, 'preferred-languages');
  if (languages.length > 1) format(`Preferred-Languages appears ${languages.length} times`);
  const tags = languages.flatMap(({ value, line }) => value.split(',').map((tag) => ({ tag: tag.trim(), line })));
  for (const { tag, line } of tags.slice(0, MAX_LANGUAGES)) {
    if (!isLanguageTag(tag)) format(`line ${line}: not a language tag: ${shorten(tag)}`);
  }
  for (const { name, value, line } of parsed.fields) {
    const lower = name.toLowerCase();
    if (!KNOWN_FIELDS.includes(lower)) {
      const meant = SPELLING[lower];
      parsed.remarks.push(`line ${line}: unknown field ${shorten(name)}${meant ? ` (${meant}?)` : ''}`);
    }
    if (lower === 'contact' || !URI_FIELDS.has(lower)) continue;
    const problem = uriProblem(value);
    if (problem) format(`line ${line}: ${shorten(name)} ${problem}: ${shorten(value)}`);
    else if (lower === 'csaf' && !URL.parse(value)?.pathname.endsWith('/provider-metadata.json')) {
      format(`line ${line}: CSAF must point to a provider-metadata.json: ${shorten(value)}`);
    }
  }
}

/** RFC 9116 §2.5: values are URIs, and those on the web begin with https. */
export function uriProblem(value: string): string | null {
  if (value.startsWith('<')) return 'is in angle brackets';
  if (!/^[a-z][a-z0-9+.-]*:\S+$/iu.test(value)) return isMailAddress(value) ? 'lacks "mailto:"' : 'is not a URI';
  if (/^http:/iu.test(value)) return 'must use https';
  if (/^(?:javascript|data|file|about):/iu.test(value)) return 'is not a URL that readers can follow';
  if (/^https:/iu.test(value) && !URL.canParse(value)) return 'is not a URI';
  // RFC 6068 §2 and RFC 3966 §3
  if (/^mailto:/iu.test(value) && !isMailAddress(value.slice(7).split('?', 1)[0] ?? '')) return 'has no address';
  if (/^tel:/iu.test(value) && !/^tel:[+\d(.-]*\d{2}/iu.test(value)) return 'has no number';
  // RFC 2606 §3: no one receives anything there.
  if (/^(?:mailto:.*@|https:\/\/)(?:[\w-]+\.)*example\.(?:com|net|org)(?:[/?#:]|$)/iu.test(value))
    return 'is a placeholder';
  return null;
}

/** Not a regular expression: `/^\S+@\S+$/` takes quadratic time on a line of `@`, 14 s for 100 kB. */
function isMailAddress(value: string): boolean {
  const at = value.indexOf('@', 1);
  return at > 0 && at < value.length - 1 && !/\s/u.test(value);
}

/** The grammar of RFC 3339 §5.6, with the blank that its note allows instead of T. RFC 9116 §4 adopts the grammar alone. */
const DATE_TIME = /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d):(\d\d)(?:\.\d{1,9})?(?:[Zz]|([+-])(\d\d):(\d\d))$/u;

/** Null if the text is not a complete date and time with a time zone, or if the day does not exist. */
export function parseRfc3339(text: string): number | null {
  const found = DATE_TIME.exec(text);
  if (!found) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found.slice(1, 7).map(Number);
  const [zoneHours, zoneMinutes] = [Number(found[8] ?? 0), Number(found[9] ?? 0)];
  if (hour > 23 || minute > 59 || second > 60 || zoneHours > 23 || zoneMinutes > 59) return null;
  const date = new Date(Date.UTC(year, month - 1, day, hour, minute, Math.min(second, 59)));
  if (year < 1000 || date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null;
  const offset = (zoneHours * 60 + zoneMinutes) * 60_000 * (found[7] === '-' ? -1 : 1);
  return date.getTime() - offset;
}

/** RFC 5646 §2.2.1 reserves primary subtags of five to eight letters, but none exist, so `English` is invalid. */
export function isLanguageTag(tag: string): boolean {
  if (!/^[a-z]{2,3}(?:-|$)/iu.test(tag)) return false;
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

function shorten(text: string): string {
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}
