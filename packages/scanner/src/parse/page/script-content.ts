import { LIBRARIES } from '../../data/library-advisories.ts';

export interface LibraryInFile {
  name: string;
  version: string;
  /** The comment in front of it, or a variable in its code. */
  by: 'banner' | 'variable';
}

const MAX_COMMENTS = 60;
const COMMENT_LENGTH = 320;
const VERSION = '(\\d{1,4}\\.\\d{1,4}(?:\\.\\d{1,4})?(?:-[0-9a-z.]{1,20})?)';

const BANNERS = LIBRARIES.flatMap(({ library, banners }) => banners.map((words) => ({ library, words })))
  // The longest first: `jQuery UI - v` before `jQuery `.
  .toSorted((one, other) => other.words.length - one.words.length);
const ANY_BANNER = new RegExp(
  `(?:^|[^\\w.-])(${BANNERS.map(({ words }) => words.replaceAll(/[\\^$.|?+()[\]{}/*]/gu, '\\$&')).join('|')})v?${VERSION}`,
  'u',
);
const LIBRARY_OF_BANNER = new Map(BANNERS.map(({ words, library }) => [words, library]));

/** A text that only this library's code holds, and where its version stands. */
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
  ['mustache', 'mustache.js', new RegExp(`name: ?["']mustache\\.js["'], ?version: ?["']${VERSION}["']`, 'u')],
];

/** Libraries that a script says it is, or holds. Linear: patterns run on short pieces, or after a mark was found. */
export function librariesIn(text: string): LibraryInFile[] {
  const found = new Map<string, LibraryInFile>();
  for (const comment of comments(text)) {
    const [, words, version] = ANY_BANNER.exec(comment) ?? [];
    const name = words === undefined ? undefined : LIBRARY_OF_BANNER.get(words);
    if (name !== undefined && version !== undefined && !found.has(name))
      found.set(name, { name, version: release(version), by: 'banner' });
  }
  for (const [name, mark, pattern] of VARIABLES) {
    if (found.has(name) || !text.includes(mark)) continue;
    const version = pattern.exec(text)?.[1];
    if (version !== undefined) found.set(name, { name, version: release(version), by: 'variable' });
  }
  return [...found.values()];
}

function comments(text: string): string[] {
  const pieces: string[] = [];
  const starts = /\/\*[!*]?|\/\/!/gu;
  while (pieces.length < MAX_COMMENTS && starts.exec(text) !== null)
    pieces.push(text.slice(starts.lastIndex, starts.lastIndex + COMMENT_LENGTH));
  return pieces;
}

function release(version: string): string {
  return version.replace(/[-.](?:min|slim|js|bundle|prod)\b.*$/u, '');
}
