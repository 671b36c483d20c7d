import { LIBRARIES } from '../../data/library-advisories.ts';
import { LIBRARY_MARKS, MARK_REACH, type LibraryMark, valuesOf } from './library-marks.ts';

export interface LibraryInFile {
  name: string;
  version: string;
  /** Found in the comment before the code, or in a variable of the code. */
  by: 'banner' | 'variable';
}

const MAX_COMMENTS = 60;
const COMMENT_LENGTH = 320;
const VERSION = '(\\d{1,4}\\.\\d{1,4}(?:\\.\\d{1,9})?(?:-[0-9a-z.]{1,20})?)';

const BANNERS = LIBRARIES.flatMap(({ library, banners }) => banners.map((words) => ({ library, words })))
  // Longest first: `jQuery UI - v` must match before `jQuery `.
  .toSorted((one, other) => other.words.length - one.words.length);
const ANY_BANNER = new RegExp(
  `(?:^|[^\\w.-])(${BANNERS.map(({ words }) => words.replaceAll(/[\\^$.|?+()[\]{}/*]/gu, '\\$&')).join('|')})v?${VERSION}`,
  'u',
);
/** React's other files begin with its name too: "React v16.8.1 react-dom.production.min.js". */
const ANOTHER_PACKAGE = /^.?React v[\d.]{5,9}\s[\s*]{1,8}(?:react-|scheduler)/u;
const LIBRARY_OF_BANNER = new Map(BANNERS.map(({ words, library }) => [words, library]));

/** Comments with the name and the version on separate lines. */
const SPREAD: readonly (readonly [library: string, comment: RegExp])[] = [
  [
    'ember',
    new RegExp(`@overview\\s{1,4}Ember\\b[^@]{0,200}(?:@[a-z]{4,9}[^@]{1,200}){0,2}@version\\s{1,4}${VERSION}`, 'u'),
  ],
  ['bootbox', new RegExp(`[Bb]ootbox\\.js(?: [^@]{1,120}@version: | {1,2}\\[?v?|[\\s*]{1,8}version: )${VERSION}`, 'u')],
  [
    'bootstrap-table',
    new RegExp(
      `(?:version:? |bootstrap-table - )v?${VERSION}(?: - [\\d-]{10})?[\\s*]{1,8}(?:@homepage )?https://(?:bootstrap-table\\.com|github\\.com/wenzhixin/bootstrap-table)`,
      'u',
    ),
  ],
  ['chart.js', new RegExp(`Chart\\.js[\\s*]{1,8}https?://\\S{5,40}[\\s*]{1,8}Version: ${VERSION}`, 'u')],
  ['flowplayer', new RegExp(`^[\\s*!]{0,8}Flowplayer (?:HTML5 )?v${VERSION}`, 'u')],
  ['highcharts', new RegExp(`High(?:stock|maps|charts Gantt|charts Stock|charts Maps) JS v${VERSION}`, 'u')],
  ['plupload', new RegExp(`^[\\s*!]{0,8}Plupload(?: - multi-runtime File Uploader)?[\\s*]{1,8}v${VERSION}`, 'u')],
  ['select2', new RegExp(`Igor Vaynberg\\s{1,8}Version: ${VERSION} Timestamp`, 'u')],
  ['summernote', new RegExp(`(?:^[\\s*!]{0,8}Summernote|Super simple wysiwyg editor) v${VERSION}`, 'iu')],
  ['swiper', new RegExp(`^[\\s*!]{0,8}Swiper Custom Element ${VERSION}`, 'u')],
  ['tableexport.jquery.plugin', new RegExp(`tableExport\\.jquery\\.plugin[\\s*]{1,8}Version ${VERSION}`, 'u')],
  ['uplot', new RegExp(`leeoniya/uPlot \\(v${VERSION}`, 'u')],
  ['jspdf', new RegExp(`jsPDF - PDF Document creation[^\\d]{1,120}Version ${VERSION}`, 'u')],
  ['react-dom', new RegExp(`React(?:DOM v${VERSION}| v${VERSION}\\s[\\s*]{1,8}react-dom\\.)`, 'u')],
  ['papaparse', new RegExp(`Papa Parse[\\s*]{1,8}v${VERSION}`, 'u')],
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
    if (match && !isReference(comment, match) && !ANOTHER_PACKAGE.test(comment.slice(match.index)))
      add(LIBRARY_OF_BANNER.get(match[1] ?? ''), match[2], 'banner');
    for (const [name, pattern] of SPREAD) add(name, pattern.exec(comment)?.slice(1).find(Boolean), 'banner');
  }
  for (const line of lineComments(text)) {
    const match = ANY_BANNER.exec(line);
    // "// needs Bootstrap v3.3.7" refers to another file.
    if (match && LEADING.test(line.slice(0, match.index)))
      add(LIBRARY_OF_BANNER.get(match[1] ?? ''), match[2], 'banner');
  }
  const near = aroundVersions(text);
  for (const mark of LIBRARY_MARKS) {
    if (found.has(mark.library)) continue;
    add(mark.library, versionAt(mark.anywhere ? text : near, mark), mark.by ?? 'variable');
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

/**
 * The parts of a file that surround a quoted version. They are few and short in most files, and searching a file for a
 * hundred marks takes longer than all the rest.
 */
function aroundVersions(text: string): string {
  const parts: string[] = [];
  let end = 0;
  for (const { index } of text.matchAll(/["'`]v?\d{1,4}\.\d{1,4}\.\d{1,4}/gu)) {
    const until = index + MARK_REACH;
    const isApart = index - MARK_REACH > end || parts.length === 0;
    if (isApart) parts.push('\n\0\n');
    parts.push(text.slice(isApart ? Math.max(0, index - MARK_REACH) : end, until));
    end = Math.min(until, text.length);
  }
  return parts.join('');
}

const MAX_PLACES = 40;
/** How far the text around a mark reaches where its entry says nothing, in characters. */
const AROUND = 160;

function versionAt(text: string, mark: LibraryMark): string | undefined {
  const { near, version, before = AROUND, after = AROUND, as = '$' } = mark;
  let at = text.indexOf(near);
  for (let place = 0; at >= 0 && place < MAX_PLACES; place += 1) {
    const match = version.exec(text.slice(Math.max(0, at - before), at + near.length + after));
    const name = match?.groups?.['name'];
    if (name !== undefined) return onlyValue(text, name);
    if (match) return as.replace('$', match.slice(1).filter(Boolean).join('.'));
    at = text.indexOf(near, at + near.length);
  }
  return undefined;
}

/** A bundle reuses short names, so only a name with a single version in the whole file says which one it is. */
function onlyValue(text: string, name: string): string | undefined {
  const values = new Set(text.matchAll(valuesOf(name)).map(([, version]) => version));
  return values.size === 1 ? [...values][0] : undefined;
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
