import type { PageResource, ResourceKind } from '../../evidence/page.ts';
import type { Attributes, HtmlElement } from './html-scan.ts';
import { srcsetUrls } from './srcset.ts';

/** A reference as written in the markup, not resolved. */
export interface ResourceReference {
  value: string;
  kind: ResourceKind;
  element: string;
  /** W3C Mixed Content §4.1: over http it is upgraded rather than blocked. */
  upgradeable: boolean;
  /** Always fetched with CORS, and import maps can have its hash. */
  module?: true;
}

export interface ElementPlace {
  /** Whether the element is inside `picture`, where an `img` is loaded as part of an image set. */
  inPicture: boolean;
}

/** What an element makes a browser fetch, apart from style attributes and style elements. */
export function elementResources(element: HtmlElement, place: ElementPlace): readonly ResourceReference[] {
  const read = (element.foreign ? FOREIGN : READERS).get(element.name);
  return read?.(element.attributes, place) ?? NOTHING;
}

const NOTHING: readonly ResourceReference[] = [];

type Reader = (attributes: Attributes, place: ElementPlace) => ResourceReference[];

function one(
  attributes: Attributes,
  element: string,
  name: string,
  kind: ResourceKind,
  upgradeable = false,
): ResourceReference[] {
  const value = attributes.get(name)?.trim();
  return value ? [{ value, kind, element: `${element}[${name}]`, upgradeable }] : [];
}

function imageSet(attributes: Attributes, element: string, name: string, upgradeable = false): ResourceReference[] {
  return srcsetUrls(attributes.get(name) ?? '').map((value) => ({
    value,
    kind: 'image',
    element: `${element}[${name}]`,
    upgradeable,
  }));
}

/** Browsers upgrade CORS requests too, unlike Mixed Content §4.1 (its issue 63; Chromium 156). */
const image: Reader = (attributes, { inPicture }) => [
  ...one(attributes, 'img', 'src', 'image', !inPicture && !attributes.has('srcset')),
  ...imageSet(attributes, 'img', 'srcset'),
];

const READERS: ReadonlyMap<string, Reader> = new Map(
  Object.entries<Reader>({
    script: scriptFile,
    link: linkResources,
    img: image,
    // HTML §13.2.6.4.7: "Don't ask."
    image,
    source: (attributes, { inPicture }) => [
      ...(inPicture ? imageSet(attributes, 'source', 'srcset') : one(attributes, 'source', 'src', 'media', true)),
    ],
    video: (attributes) => [
      ...one(attributes, 'video', 'src', 'media', true),
      ...one(attributes, 'video', 'poster', 'image', true),
    ],
    audio: (attributes) => one(attributes, 'audio', 'src', 'media', true),
    track: (attributes) => one(attributes, 'track', 'src', 'media'),
    iframe: (attributes) => (attributes.has('srcdoc') ? [] : one(attributes, 'iframe', 'src', 'frame')),
    frame: (attributes) => one(attributes, 'frame', 'src', 'frame'),
    embed: (attributes) => one(attributes, 'embed', 'src', 'object'),
    object: (attributes) => one(attributes, 'object', 'data', 'object'),
    input: (attributes) =>
      attributes.get('type')?.toLowerCase() === 'image' ? one(attributes, 'input', 'src', 'image', true) : [],
    body: (attributes) => one(attributes, 'body', 'background', 'image', true),
    table: (attributes) => one(attributes, 'table', 'background', 'image', true),
    ...Object.fromEntries(
      ['thead', 'tbody', 'tfoot', 'tr', 'td', 'th'].map((name): [string, Reader] => [
        name,
        (attributes) => one(attributes, name, 'background', 'image', true),
      ]),
    ),
    a: pings,
    area: pings,
  }),
);

const FOREIGN: ReadonlyMap<string, Reader> = new Map(
  Object.entries<Reader>({
    // SVG 2 uses href, older content xlink:href. Browsers load both.
    script: (attributes) => svg(attributes, 'script', 'script'),
    image: (attributes) => svg(attributes, 'image', 'image', true),
    feimage: (attributes) => svg(attributes, 'feImage', 'image', true),
    use: (attributes) => svg(attributes, 'use', 'image').filter((found) => !found.value.startsWith('#')),
  }),
);

function svg(attributes: Attributes, element: string, kind: ResourceKind, upgradeable = false): ResourceReference[] {
  const name = attributes.has('href') ? 'href' : 'xlink:href';
  return one(attributes, `svg ${element}`, name, kind, upgradeable);
}

/** Import maps and speculation rules have no files: browsers ignore those with a src. */
function scriptFile(attributes: Attributes): ResourceReference[] {
  const type = scriptType(attributes);
  if (type === 'module') return asModule(one(attributes, 'script[type=module]', 'src', 'script'));
  if (type !== 'classic') return [];
  return one(attributes, attributes.has('nomodule') ? 'script[nomodule]' : 'script', 'src', 'script');
}

/**
 * Whether another element for the same file counts instead: `link rel=preload` and `link rel=modulepreload` fetch early
 * what it uses, and few browsers obey `nomodule`.
 */
export function isWeaker(element: string): boolean {
  return /^link rel=.*preload/u.test(element) || isForOldBrowsers(element);
}

/** Only browsers without modules load it, which have no hashes either (HTML §4.12.1, `nomodule`). */
export function isForOldBrowsers(element: string): boolean {
  return element.startsWith('script[nomodule]');
}

function asModule(references: readonly ResourceReference[]): ResourceReference[] {
  return references.map((reference) => ({ ...reference, module: true }));
}

function pings(attributes: Attributes): ResourceReference[] {
  const urls = (attributes.get('ping') ?? '').split(/\s+/u).filter(Boolean);
  return urls.map((value) => ({ value, kind: 'connect', element: 'a[ping]', upgradeable: false }));
}

/** The `as` attribute of `<link rel=preload>` (HTML §4.6.7.19). */
const PRELOAD: Readonly<Record<string, ResourceKind>> = {
  script: 'script',
  style: 'style',
  image: 'image',
  font: 'font',
  fetch: 'connect',
  track: 'media',
};

function linkResources(attributes: Attributes): ResourceReference[] {
  const rel = new Set((attributes.get('rel') ?? '').toLowerCase().split(/\s+/u));
  const href = (kind: ResourceKind, upgradeable = false) =>
    one(attributes, `link rel=${[...rel].join(' ')}`, 'href', kind, upgradeable);
  // HTML §4.6.7.23: a disabled one is not fetched, unless it is a preload too.
  const isSheet = rel.has('stylesheet') && isCss(attributes.get('type'));
  if (isSheet && !attributes.has('disabled')) return href('style');
  if (rel.has('modulepreload')) return asModule(href('script'));
  if (rel.has('preload')) {
    const kind = PRELOAD[attributes.get('as')?.toLowerCase() ?? ''];
    if (kind === 'image') return [...href(kind, true), ...imageSet(attributes, 'link', 'imagesrcset', true)];
    return kind ? href(kind) : [];
  }
  if (rel.has('manifest')) return href('manifest');
  if (rel.has('icon') || rel.has('apple-touch-icon') || rel.has('mask-icon')) return href('image', true);
  if (rel.has('prefetch') || rel.has('prerender')) return href('prefetch');
  return [];
}

/** Whether `type` lets a `link` or `style` element apply. */
export function isCss(type = ''): boolean {
  return /^(?:|text\/css(?:\s*;.*)?)$/isu.test(type.trim());
}

const JAVASCRIPT_TYPES = new Set(
  (
    'application/ecmascript application/javascript application/x-ecmascript application/x-javascript text/ecmascript ' +
    'text/javascript text/javascript1.0 text/javascript1.1 text/javascript1.2 text/javascript1.3 text/javascript1.4 ' +
    'text/javascript1.5 text/jscript text/livescript text/x-ecmascript text/x-javascript'
  ).split(' '),
);

/** HTML §4.12.1 "prepare the script element": a script of an unknown type is a data block and does not run. */
export function scriptType(attributes: Attributes): 'classic' | 'module' | 'importmap' | 'rules' | 'data' {
  const raw = attributes.get('type');
  const language = attributes.get('language');
  const type = (raw ?? (language ? `text/${language}` : '')).trim().toLowerCase();
  if (type === '' || JAVASCRIPT_TYPES.has(type)) return 'classic';
  if (type === 'module' || type === 'importmap') return type;
  return type === 'speculationrules' ? 'rules' : 'data';
}

/** In a `crossorigin` attribute, any value except `use-credentials` means anonymous (HTML §2.5.4). */
export function crossOrigin(value: string | undefined): PageResource['crossorigin'] {
  if (value === undefined) return null;
  return value.toLowerCase() === 'use-credentials' ? 'use-credentials' : 'anonymous';
}
