import { LIBRARIES } from '../../data/library-advisories.ts';

export interface LibraryInFile {
  name: string;
  version: string;
  /** Found in the comment before the code, or in a variable of the code. */
  by: 'banner' | 'variable';
}

const MAX_COMMENTS = 60;
const COMMENT_LENGTH = 320;
const VERSION = '(\\d{1,4}\\.\\d{1,4}(?:\\.\\d{1,4})?(?:-[0-9a-z.]{1,20})?)';

const BANNERS = LIBRARIES.flatMap(({ library, banners }) => banners.map((words) => ({ library, words })))
  // Longest first: `jQuery UI - v` must match before `jQuery `.
  .toSorted((one, other) => other.words.length - one.words.length);
const ANY_BANNER = new RegExp(
  `(?:^|[^\\w.-])(${BANNERS.map(({ words }) => words.replaceAll(/[\\^$.|?+()[\]{}/*]/gu, '\\$&')).join('|')})v?${VERSION}`,
  'u',
);
const LIBRARY_OF_BANNER = new Map(BANNERS.map(({ words, library }) => [words, library]));

/** Comments with the name and the version on separate lines. */
const SPREAD: readonly (readonly [library: string, comment: RegExp])[] = [
  [
    'ember',
    new RegExp(`@overview\\s{1,4}Ember\\b[^@]{0,200}(?:@[a-z]{4,9}[^@]{1,200}){0,2}@version\\s{1,4}${VERSION}`, 'u'),
  ],
  ['plupload', new RegExp(`^[\\s*!]{0,8}Plupload[\\s*]{1,8}v${VERSION}`, 'u')],
  ['jspdf', new RegExp(`jsPDF - PDF Document creation[^\\d]{1,120}Version ${VERSION}`, 'u')],
  ['dompurify', new RegExp(`DOMPurify\\/blob\\/${VERSION}\\/LICENSE`, 'u')],
  ['react-dom', new RegExp(`React v${VERSION}\\s[\\s*]{1,8}react-dom\\.`, 'u')],
  ['papaparse', new RegExp(`Papa Parse[\\s*]{1,8}v${VERSION}`, 'u')],
];

/** A text that only this library's code contains, and the pattern for its version. */
const VARIABLES: readonly (readonly [library: string, mark: string, version: RegExp])[] = [
  ['lodash', '__lodash_hash_undefined__', new RegExp(`\\bVERSION ?= ?["']${VERSION}["']`, 'u')],
  ['handlebars', 'Handlebars', new RegExp(`\\bVERSION ?= ?["']([1-4]\\.\\d+\\.\\d+)["']`, 'u')],
  ['dompurify', 'ALLOWED_URI_REGEXP', new RegExp(`\\.version ?= ?["']${VERSION}["']`, 'u')],
  ['moment', '_isAMomentObject', new RegExp(`\\.version ?= ?["'](2\\.\\d+\\.\\d+)["']`, 'u')],
  ['axios', 'isAxiosError', new RegExp(`\\bVERSION ?= ?["']${VERSION}["']`, 'u')],
  ['angular', 'ng-app', new RegExp(`\\bfull: ?["'](1\\.\\d+\\.\\d+)["']`, 'u')],
  ['vue', '__VUE_', new RegExp(`\\.version ?= ?["']([23]\\.\\d+\\.\\d+)["']`, 'u')],
  [
    'react-dom',
    'rendererPackageName',
    new RegExp(`version: ?["']${VERSION}["'],rendererPackageName: ?["']react-dom["']`, 'u'),
  ],
  ['ckeditor', 'CKEDITOR', new RegExp(`\\bversion: ?["'](4\\.\\d+\\.\\d+)["']`, 'u')],
  ['jquery', '.fn.jquery', new RegExp(`\\bjquery: ?["']${VERSION}["']`, 'u')],
  ['jquery-migrate', 'JQMIGRATE', new RegExp(`migrateVersion ?= ?["']${VERSION}["']`, 'u')],
  ['bootstrap', 'bs.', new RegExp(`"VERSION",get:function\\(\\)\\{return ?["']([45]\\.\\d+\\.\\d+)["']`, 'u')],
  ['bootstrap', 'bs.modal', new RegExp(`\\.VERSION ?= ?["'](3\\.[0-4]\\.\\d)["']`, 'u')],
  ['pdfjs-dist', 'pdfjsVersion', new RegExp(`pdfjsVersion ?= ?["']${VERSION}["']`, 'u')],
  ['fabric', 'fabric', new RegExp(`\\bfabric ?\\|\\| ?\\{ ?version: ?["']${VERSION}["']`, 'u')],
  ['xlsx', 'make_xlsx', new RegExp(`(?:XLSX|make_xlsx_lib\\(\\w\\) ?\\{ ?\\w)\\.version ?= ?["']${VERSION}["']`, 'u')],
  ['mootools', 'MooTools', new RegExp(`\\bMooTools ?= ?\\{ ?version: ?["']${VERSION}["']`, 'u')],
  ['ckeditor5', 'CKEDITOR_VERSION', new RegExp(`CKEDITOR_VERSION ?= ?["']${VERSION}["']`, 'u')],
  ['mustache', 'mustache.js', new RegExp(`name: ?["']mustache\\.js["'], ?version: ?["']${VERSION}["']`, 'u')],
];

/**
 * Libraries that a script names itself as, or contains. Linear: patterns run only on short pieces, or after a fixed
 * text was found.
 */
export function librariesIn(text: string): LibraryInFile[] {
  const found = new Map<string, LibraryInFile>();
  const add = (name: string | undefined, version: string | undefined, by: LibraryInFile['by']): void => {
    if (name !== undefined && version !== undefined && !found.has(name))
      found.set(name, { name, version: release(version), by });
  };
  for (const comment of comments(text)) {
    const match = ANY_BANNER.exec(comment);
    if (match && !isReference(comment, match)) add(LIBRARY_OF_BANNER.get(match[1] ?? ''), match[2], 'banner');
    for (const [name, pattern] of SPREAD) add(name, pattern.exec(comment)?.[1], 'banner');
  }
  for (const line of lineComments(text)) {
    const match = ANY_BANNER.exec(line);
    // "// needs Bootstrap v3.3.7" refers to another file.
    if (match && LEADING.test(line.slice(0, match.index)))
      add(LIBRARY_OF_BANNER.get(match[1] ?? ''), match[2], 'banner');
  }
  for (const [name, mark, pattern] of VARIABLES) {
    if (found.has(name) || !text.includes(mark)) continue;
    add(name, pattern.exec(text)?.[1], 'variable');
  }
  if (!found.has('jquery')) add('jquery', jqueryVersion(text), 'variable');
  return [...found.values()];
}

/** Shorter code after a comment is a page's own: "/* jQuery 1.12.4 is loaded below *\/" is not the library. */
const LIBRARY_LENGTH = 2000;

/**
 * The same for a script in the page. Its comments often speak of libraries that other files contain, so a banner counts
 * only if minifiers keep such a comment (`/*!`) or a library's amount of code follows.
 */
export function inlineLibraries(text: string): LibraryInFile[] {
  if (text.length < 40) return [];
  const found = librariesIn(text.length > MAX_INLINE ? text.slice(0, MAX_INLINE) : text);
  const isLong = text.length >= LIBRARY_LENGTH;
  return found.filter(({ by, name, version }) => by === 'variable' || isLong || hasKeptComment(text, name, version));
}

const MAX_INLINE = 512 * 1024;

function hasKeptComment(text: string, name: string, version: string): boolean {
  return comments(text, /\/\*!/gu).some((comment) =>
    librariesIn(`/*!${comment}`).some((one) => one.name === name && one.version === version),
  );
}

/** Words between a comment's beginning and the name of another file's library: "requires jQuery v1.7 or later". */
const BEFORE_REFERENCE =
  /(?:\b(?:requir(?:es?|ed|ing|ements?)|depend(?:s|ing|encies|ency)?|needs?|tested|compatib(?:le|ility)|support(?:s|ed)?|works?|based|built|written|designed|us(?:es?|ing)|extends?|for|with|on|against|from|of|to|than)|[>~^]=?)[\s:*(]{0,8}(?:(?:the|at least|version of) )?$/iu;
const AFTER_REFERENCE = /^ ?(?:\+|(?:or|and) (?:later|newer|above|higher|greater|up|earlier|below))/iu;

/** The comment speaks of the library, it is not the library's. */
function isReference(comment: string, match: RegExpExecArray): boolean {
  const end = match.index + match[0].length;
  return (
    BEFORE_REFERENCE.test(comment.slice(Math.max(0, match.index - 60), match.index + 1)) ||
    // "Lodash lodash.com/license | Underscore.js 1.8.3 underscorejs.org/LICENSE": the name of the file's own comes first.
    /[\w)] \| ?$/u.test(comment.slice(Math.max(0, match.index - 3), match.index + 1)) ||
    AFTER_REFERENCE.test(comment.slice(end, end + 20))
  );
}

function comments(text: string, starts = /\/\*[!*]?|\/\/!/gu): string[] {
  const pieces: string[] = [];
  while (pieces.length < MAX_COMMENTS && starts.exec(text) !== null)
    pieces.push(text.slice(starts.lastIndex, starts.lastIndex + COMMENT_LENGTH));
  return pieces;
}

/** What may precede the name: blanks, or `https:/`, whose second slash begins the match. */
const LEADING = /^\s*(?:https?:\/?)?$/u;
const MAX_LINES = 40;

/** Lines that consist of a comment, as at the top of Underscore and Backbone. */
function lineComments(text: string): string[] {
  const lines: string[] = [];
  const starts = /(?:^|\n)[ \t]{0,20}\/\/(?!!)([^\n]{1,120})/gu;
  for (let found = starts.exec(text); found !== null && lines.length < MAX_LINES; found = starts.exec(text))
    lines.push(found[1] ?? '');
  return lines;
}

/** Minified files have the version in a variable: `var t="3.7.1",…; ce.fn=ce.prototype={jquery:t,constructor:ce,`. */
function jqueryVersion(text: string): string | undefined {
  const name = /\bjquery: ?([\w$]{1,3}), ?constructor:/u.exec(text)?.[1];
  if (name === undefined) return undefined;
  const escaped = name.replaceAll('$', '\\$');
  return new RegExp(`[ ,;]${escaped} ?= ?["'](\\d\\.\\d{1,2}\\.\\d{1,2})["']`, 'u').exec(text)?.[1];
}

function release(version: string): string {
  return version.replace(/[-.](?:min|slim|js|bundle|prod)\b.*$/u, '');
}
