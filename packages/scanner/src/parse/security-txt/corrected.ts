import { fieldsNamed, isLanguageTag, uriProblem, type SecurityTxt, type SecurityTxtField } from './security-txt.ts';

/** The same for a line with several addresses: RFC 9116 §2.5.3 wants a line for each. */
export function correctedUris(value: string, host: string): string[] {
  const one = correctedUri(value, host);
  if (one !== null) return [one];
  return value
    .slice(0, 500)
    .split(/[,;\s]+/u)
    .flatMap((part) => (part === '' ? [] : (correctedUri(part, host) ?? [])));
}

/** What a faulty address was meant to be: `me@example.com`, `http://…`, `example.com/report`, `/report`. Null if unclear. */
function correctedUri(value: string, host: string): string | null {
  if (uriProblem(value) === null) return value;
  // `<mailto:me@example.com>`
  const fixed = candidateOf(value.trim().replaceAll(/^<|>$/gu, ''), host);
  return fixed !== null && uriProblem(fixed) === null && !/["'<>\s]/u.test(fixed) ? fixed : null;
}

function candidateOf(value: string, host: string): string | null {
  if (uriProblem(value) === null) return value;
  const at = value.indexOf('@');
  if (/^mailto:\s/iu.test(value)) return value.replace(/^mailto:\s+/iu, 'mailto:');
  if (at > 0 && !/[\s:/?#]/u.test(value) && value.indexOf('@', at + 1) < 0) return `mailto:${value}`;
  if (/^http:\/\//iu.test(value)) return `https${value.slice(4)}`;
  if (/^\/[^/]/u.test(value)) return `https://${host}${value}`;
  return /^(?:[a-z\d](?:[a-z\d-]{0,62})\.)+[a-z]{2,24}(?:\/\S*)?$/iu.test(value) ? `https://${value}` : null;
}

const LANGUAGES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    arabic: 'ar',
    chinese: 'zh',
    czech: 'cs',
    danish: 'da',
    deutsch: 'de',
    dutch: 'nl',
    english: 'en',
    español: 'es',
    finnish: 'fi',
    français: 'fr',
    french: 'fr',
    german: 'de',
    greek: 'el',
    hindi: 'hi',
    italian: 'it',
    japanese: 'ja',
    korean: 'ko',
    norwegian: 'no',
    polish: 'pl',
    portuguese: 'pt',
    russian: 'ru',
    spanish: 'es',
    swedish: 'sv',
    turkish: 'tr',
    ukrainian: 'uk',
  }),
);

/** All languages in one field, names and `en_US` as tags. Null if there is nothing to correct, or if it is unclear. */
function correctedLanguages(fields: readonly SecurityTxtField[]): string | null {
  const written = fields.flatMap(({ value }) => value.split(',').map((tag) => tag.trim())).slice(0, 20);
  if (fields.length < 2 && written.every(isLanguageTag)) return null;
  const meant = written.flatMap((tag) => tag.split(/[;\s]+/u)).filter(Boolean);
  const tags = meant.map((tag) => LANGUAGES.get(tag.toLowerCase()) ?? tag.replaceAll('_', '-'));
  return tags.length > 0 && tags.every(isLanguageTag) ? `Preferred-Languages: ${[...new Set(tags)].join(', ')}` : null;
}

/** The lines to write in place of faulty ones, apart from Contact and Expires, as far as it is clear what was meant. */
export function correctedLines(text: SecurityTxt, host: string): string[] {
  const uris = text.fields.flatMap(({ name, value }) => {
    if (!/^(?:acknowledgments|encryption|hiring|policy)$/iu.test(name) || uriProblem(value) === null) return [];
    const uri = correctedUri(value, host);
    return uri === null ? [] : [`${name}: ${uri}`];
  });
  const languages = correctedLanguages(fieldsNamed(text, 'preferred-languages'));
  return [...uris, ...(languages === null ? [] : [languages])];
}
