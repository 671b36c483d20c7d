import { LIBRARIES } from '../../data/library-advisories.ts';

export interface ScriptLibrary {
  /** A name from the advisory table, or the name in the URL. */
  name: string;
  version: string;
  /** The version appears only in a query such as `?ver=`, or in the path of another file, and may be that of a plug-in. */
  guessed: boolean;
}

const CANONICAL = new Map(LIBRARIES.flatMap(({ library, names }) => names.map((name) => [name, library] as const)));

const VERSION = '(\\d{1,4}\\.\\d{1,4}(?:\\.\\d{1,4}){0,2}(?:-[0-9a-z.]{1,20})?)';
const NAME = '([a-z][a-z0-9._-]{0,40}?)';

/** bootstrapcdn /bootstrap/3.3.7/js/bootstrap.min.js, /lodash/4.17.4/lodash.js */
const BY_FOLDERS = new RegExp(`/${NAME}/v?${VERSION}/(?:[a-z0-9._-]{1,40}/){0,3}[a-z0-9._-]{1,80}$`, 'u');

/** Where common hosts put the name and the version. Each pattern is anchored and takes linear time. */
const BY_PATH: readonly RegExp[] = [
  // jsDelivr /npm/jquery@3.4.1/dist/jquery.js, unpkg /vue@2.6.10/dist/vue.js, jspm /npm:lodash@4.17.15, esm.sh /*lodash@4.17.15
  new RegExp(`/(?:npm[/:]|\\*)?${NAME}@v?${VERSION}(?:/|(?:[-.](?:min|slim))*\\.m?js$|$)`, 'u'),
  // cdnjs /ajax/libs/jquery/3.4.1/jquery.min.js, the same at Google and Microsoft
  new RegExp(`/ajax/(?:libs/)?${NAME}/${VERSION}/`, 'u'),
  // code.jquery.com /ui/1.12.1/jquery-ui.js
  new RegExp(`/(ui)/${VERSION}/jquery-ui`, 'u'),
  BY_FOLDERS,
  // /js/jquery-3.4.1.min.js, /jquery.1.12.4.slim.min.js
  new RegExp(
    `/${NAME}[-._]v?${VERSION}(?:[-.](?:min|slim|prod|production|bundle|umd|full|core|pack|runtime|custom)){0,3}\\.js$`,
    'u',
  ),
];

/** The hash that a build or an asset pipeline appends to a file's name: `jquery-3.4.1.min-0a1b2c3d4e.js`. */
const FINGERPRINT = /[-.][0-9a-f]{8,64}(?=\.m?js$)/u;
/** `/jquery-3.4.1/jquery.min.js`: a folder has the version, and the file has the same name. */
const FOLDER = new RegExp(`^${NAME}-v?${VERSION}(?:\\.custom)?$`, 'u');
const MAX_FOLDERS = 4;
/** `/jquery3.4.1.min.js`, `/prototype-1.6.0.3.js`, `/jquery-3_4_1.js`: used only if the name is a known library's. */
const CLOSE = /\/([a-z][a-z.-]{0,40}?)[-._]?v?(\d{1,4}(?:[._]\d{1,4}){1,3})(?:[-.](?:min|slim|full|core))*\.m?js$/u;

/** A package of an organization (`@types/jquery@3.3.1`) is another one than that with the bare name. */
const SCOPED = /\/(?:npm[/:]|\*)?@[a-z0-9._-]{1,40}\/[a-z0-9._-]{1,60}@/u;
/** Skypack appends a hash to the version. */
const SKYPACK = /(?<=@v\d{1,4}\.\d{1,4}\.\d{1,4})-[0-9a-z]{20}(?=\/)/u;

/** Vendors' own hosts, whose paths begin with the version: cdn.ckeditor.com /4.20.0/standard/ckeditor.js */
const FIRST_IN_PATH: ReadonlyMap<string, string | null> = new Map([
  ['cdn.ckeditor.com', null],
  ['cdn.datatables.net', null],
  ['code.highcharts.com', null],
  ['code.angularjs.org', null],
  ['cdn.quilljs.com', null],
  ['vjs.zencdn.net', 'video.js'],
]);

const known = (name: string): boolean => LIBRARIES.some(({ library }) => library === name);

/** The builder of DataTables: /v/bs4/jq-3.3.1/jszip-2.5.0/dt-1.10.20/b-1.6.1/datatables.min.js */
const DATATABLES_BUILD = /\/(jq|dt|jszip)-(\d{1,4}\.\d{1,4}\.\d{1,4})(?=\/)/gu;
const DATATABLES_NAMES: Readonly<Record<string, string>> = { jq: 'jquery', dt: 'datatables.net' };

/** Derives libraries and their versions from a script's URL. There are several if jsDelivr combines files. */
export function scriptLibraries(url: string): ScriptLibrary[] {
  const parsed = URL.parse(url.slice(0, 2048));
  if (parsed?.hostname === 'cdn.jsdelivr.net' && parsed.pathname.startsWith('/combine/')) {
    const files = parsed.pathname.slice('/combine/'.length).split(',', 20);
    return files.flatMap((file) => scriptLibrary(`https://cdn.jsdelivr.net/${file}`) ?? []);
  }
  if (parsed?.hostname === 'cdn.jsdelivr.net' && parsed.pathname.startsWith('/g/')) {
    const projects = parsed.pathname.slice('/g/'.length).split(',', 20);
    return projects.flatMap((project) => scriptLibrary(`https://cdn.jsdelivr.net/${project.split('(', 1)[0]}`) ?? []);
  }
  if (parsed?.hostname === 'cdn.datatables.net' && parsed.pathname.startsWith('/v/')) {
    return [...parsed.pathname.matchAll(DATATABLES_BUILD)].map(([, name = '', version = '']) => ({
      name: DATATABLES_NAMES[name] ?? name,
      version,
      guessed: false,
    }));
  }
  const one = scriptLibrary(url);
  return one ? [one] : [];
}

/** Derives a library and its version from a script's URL. Null if the URL does not contain both. */
export function scriptLibrary(url: string): ScriptLibrary | null {
  const parsed = URL.parse(url.slice(0, 2048));
  if (!parsed) return null;
  // Some sites encode the at sign: /npm/jquery%403.4.1/
  const path = parsed.pathname
    .toLowerCase()
    .replaceAll('%40', '@')
    .replace(/(?:;[^/]*|\.gz|\.br)$/u, '')
    .replace(SKYPACK, '')
    .replace(FINGERPRINT, '');
  if (SCOPED.test(path)) return null;
  const stem = /\/([a-z0-9._-]{1,80})\.m?js$/u.exec(path)?.[1] ?? '';
  const found = BY_PATH.flatMap((pattern): ScriptLibrary[] => {
    const [, written, version] = pattern.exec(path) ?? [];
    if (written === undefined || version === undefined) return [];
    const name = canonical(written === 'ui' ? 'jquery-ui' : written);
    return [
      {
        name,
        version: trimmed(version),
        guessed: pattern === BY_FOLDERS && known(name) && !isFileOf(name, written, stem),
      },
    ];
  });
  for (const part of path.split('/').slice(0, -1).slice(-MAX_FOLDERS).toReversed()) {
    const [, folder = '', at] = FOLDER.exec(part) ?? [];
    if (at !== undefined && canonical(folder) === canonical(stem))
      found.push({ name: canonical(folder), version: trimmed(at), guessed: false });
  }
  const [, near = '', digits] = CLOSE.exec(path) ?? [];
  if (digits !== undefined && known(canonical(near)))
    found.push({ name: canonical(near), version: digits.replaceAll('_', '.'), guessed: false });
  const best =
    found.find(({ name, guessed }) => known(name) && !guessed) ?? found.find(({ name }) => known(name)) ?? found[0];
  if (best) return best;
  const file = /\/([a-z][a-z0-9._-]{0,60}?)(?:[-.](?:min|slim|bundle|umd))*\.js$/u.exec(path)?.[1];
  const host = parsed.hostname;
  const first = FIRST_IN_PATH.has(host) ? new RegExp(`^/v?${VERSION}/`, 'u').exec(path)?.[1] : undefined;
  if (file !== undefined && first !== undefined)
    return { name: FIRST_IN_PATH.get(host) ?? canonical(file), version: first, guessed: false };
  const version = /^v?(\d{1,4}\.\d{1,4}\.\d{1,4}(?:\.\d{1,4})?)$/u.exec(
    VERSION_QUERIES.map((name) => parsed.searchParams.get(name)).find((value) => value !== null) ??
      parsed.search.slice(1),
  )?.[1];
  return file !== undefined && version !== undefined ? { name: canonical(file), version, guessed: true } : null;
}

/**
 * Whether a file in the folder of a library belongs to it, as `pdf.worker.js` does to `/pdf.js/2.0.943/`. The plug-ins of
 * jQuery begin with its name, and have versions of their own.
 */
function isFileOf(name: string, folder: string, stem: string): boolean {
  if (canonical(stem) === name) return true;
  return name !== 'jquery' && (stem.includes(name) || stem.startsWith(folder.split(/[.-]/u, 1)[0] ?? folder));
}

/** `jquery.js?ver=1.12.4` and the like, or `jquery.js?1.12.4`. */
const VERSION_QUERIES = ['ver', 'v', 'version'] as const;

function canonical(name: string): string {
  const bare = name.replace(/\.js$/u, '');
  const stem = bare.replace(/(?:[-.](?:min|slim|bundle|umd|prod|production|full|core|pack|runtime|esm|global))+$/u, '');
  return CANONICAL.get(name) ?? CANONICAL.get(bare) ?? CANONICAL.get(stem) ?? bare;
}

/** The library that a file with this name most likely is, whatever its version. */
export function libraryByFile(url: string): string | null {
  const file = /\/([a-z][a-z0-9._-]{0,60}?)(?:[-.]min)?\.js$/u.exec(
    URL.parse(url.slice(0, 2048))?.pathname.toLowerCase() ?? '',
  )?.[1];
  const name = file === undefined ? null : canonical(file);
  return name !== null && LIBRARIES.some(({ library }) => library === name) ? name : null;
}

/** Removes the parts of a file name that the pattern took for the version, as in `3.4.1-min`. */
function trimmed(version: string): string {
  return version.replace(/[-.](?:min|slim|js|bundle|prod).*$/u, '');
}
