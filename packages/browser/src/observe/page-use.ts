import { createHash } from 'node:crypto';
import { directiveOf, type InlineUse, type PageUse } from '@palisade/scanner/parse/csp/build';
import { statedBy } from '@palisade/scanner/parse/csp/stated';
import type { Loaded } from './load.ts';
import type { Place } from './elsewhere.ts';
import type { PageReading } from './read-page.ts';
import { AlreadyBlocked } from './already-blocked.ts';
import { requestsOf, typeOf } from './requests.ts';
import { scriptAddresses } from './stamp.ts';
import type { SeenRequest, SeenViolation } from './watch.ts';

/** Report-only: everything that a page does appears as a violation, and nothing is blocked. */
export const COLLECTING =
  "default-src 'none'; base-uri 'none'; form-action 'none'; worker-src 'none'; require-trusted-types-for 'script'; trusted-types 'none'";

/** Prefetched files are allowed by any directive (CSP3 §6.7.2.2): this one opens the least. As a fallback it would open all. */
const ANY = 'img-src';

/** Violations of the policy that was added for collecting, and not of the site's own. */
export function collected({ watch }: Loaded): SeenViolation[] {
  return watch.violations.filter(({ reportOnly }) => reportOnly);
}

/**
 * Everything that one or more loads of a page used, by the directive that governs it.
 * @param loads the first one collects; the others are under policies on trial
 */
export function pageUse(loads: readonly [Loaded, ...Loaded[]], page: string): PageUse {
  const [first] = loads;
  const before = new AlreadyBlocked(first);
  const violations = loads.flatMap(({ watch }) => watch.violations).filter((one) => !before.has(one));
  const inline = loads.flatMap((loaded) => inlineUses(loaded, before));
  const used = loads.flatMap((loaded): PageUse['loads'][number][] => [
    ...requestsOf(loaded.watch).flatMap((request) => {
      const directive = directiveOf(typeOf(request));
      const none = directive === null || foreignFrame(request.frame, loaded) || startsWorker(request, loaded);
      return none || before.hasRequest(request) ? [] : [{ directive, url: request.url }];
    }),
    ...(loaded.reading?.frames ?? []).flatMap(({ url, own }) =>
      own && /^(?:https?|data|blob):/u.test(url) ? [{ directive: 'frame-src', url }] : [],
    ),
    ...(loaded.reading?.named ?? []),
    // Pings are governed by connect-src, images and all.
    ...loaded.lastImages.map((url) => ({ directive: 'connect-src', url })),
  ]);
  const blocked = violations.flatMap(({ blocked: url, directive, type, reportOnly }): PageUse['loads'][number][] =>
    type === 'kURLViolation' && url !== null
      ? [{ directive: directive === 'default-src' ? ANY : directive, url: whole(url), refused: !reportOnly }]
      : [],
  );
  // A refusal comes last: it says more than the request that it answers.
  const all = [...used, ...blocked.toSorted((a, b) => Number(a.refused) - Number(b.refused))];
  const distinct = new Map(
    all.filter(({ directive, url }) => !before.hasLoad(directive, url)).map((one) => [JSON.stringify(one), one]),
  );
  const last = loads.at(-1)?.reading;
  return {
    origin: new URL(page).origin,
    loads: [...distinct.values()].filter(({ directive }) => directive !== 'base-uri' && directive !== 'form-action'),
    inline: [...new Map(inline.map((one) => [JSON.stringify(one), one])).values()],
    addresses: loads.flatMap(({ reading }) => (reading?.addresses ?? []).flatMap(addressUse)),
    evals: violations.some(({ type }) => type === 'kEvalViolation'),
    wasm: violations.some(({ type }) => type === 'kWasmEvalViolation'),
    // In the markup at the end, and those that scripts sent and removed: a bank's frame learns the device by such a form.
    forms: [
      // Those of closed shadow trees are known of the first load only.
      ...[first.reading, last].flatMap((reading) =>
        (reading?.forms ?? []).flatMap(({ action, buttons }) =>
          [{ action }, ...buttons].flatMap(({ action: to }) => to ?? []),
        ),
      ),
      ...distinct.values().flatMap(({ directive, url }) => (directive === 'form-action' ? [url] : [])),
    ],
    base: last?.base ?? null,
    stamped: scriptAddresses(first.html, page),
    stated: statedBy(first.headers),
  };
}

/** The first script of a worker is governed by worker-src, whatever type Chromium reports. */
function startsWorker({ url, initiator }: SeenRequest, { elsewhere }: Loaded): boolean {
  const starts = ({ kind, url: first }: Place): boolean => kind !== 'frame' && kind !== 'worklet' && first === url;
  return initiator.type === 'other' && elsewhere.places.some(starts);
}

/** A frame's requests are governed by the frame's own policy. */
function foreignFrame(frame: string | undefined, { frame: main }: Loaded): boolean {
  return frame !== undefined && frame !== '' && frame !== main;
}

/** For data: and blob: addresses, Chromium reports only the scheme. */
function whole(blocked: string): string {
  return /^(?:data|blob|filesystem)$/u.test(blocked) ? `${blocked}:` : blocked;
}

export function inlineUses(loaded: Loaded, before: AlreadyBlocked): InlineUse[] {
  const { reading } = loaded;
  const all = loaded.watch.violations.filter(({ type }) => type === 'kInlineViolation');
  const seen = all.filter((violation) => !before.has(violation));
  const uses = seen.flatMap((violation): InlineUse[] => {
    const { directive, hash, address } = violation;
    if (!isInline(directive) || (address && (reading?.addresses ?? []).length > 0)) return [];
    return [{ directive, hash, element: nameOf(violation, reading) }];
  });
  // In Chromium's messages, handlers have no hash and appear only when they first run. The attributes have them all.
  const handlersRun = !before.refusesHandlers;
  const handlers = (handlersRun ? (reading?.handlers ?? []) : []).map(({ element, name, text }): InlineUse => ({
    directive: 'script-src-attr',
    hash: sha256(text),
    element: `${name} of ${element}`,
  }));
  const scripted = seen.some(({ directive }) => directive === 'script-src-attr');
  return [...uses, ...(scripted && handlers.length === 0 ? [UNKNOWN_HANDLER] : handlers)];
}

export const UNKNOWN_HANDLER: InlineUse = {
  directive: 'script-src-attr',
  hash: null,
  element: 'an event handler that is gone again',
};

/** The code in such an address; null if the link does nothing. */
const NOTHING = /^javascript:\s*(?:void\s*(?:\(\s*\w*\s*\)|0)|false|null|undefined)?[;\s]*$/iu;

/** Chromium hashes the address after percent-decoding it. */
function addressUse({ element, name, text }: PageReading['addresses'][number]): PageUse['addresses'] {
  if (NOTHING.test(text)) return [];
  try {
    return [{ hash: sha256(decodeURIComponent(text)), element: `${name} of ${element}` }];
  } catch {
    return [];
  }
}

function isInline(directive: string): directive is 'script-src-elem' | 'style-src-elem' | 'style-src-attr' {
  return ['script-src-elem', 'style-src-elem', 'style-src-attr'].includes(directive);
}

/** By id or class; otherwise by the line of its tag, or of the script that created it. */
function nameOf({ directive, hash, source, address }: SeenViolation, reading: Loaded['reading']): string {
  const at = source === null || source === '' ? 'that is gone again' : `at ${source}`;
  if (address) return `javascript: address ${at}`;
  if (directive === 'style-src-attr') {
    const styled = elementWith(reading?.styled, hash);
    return styled === null ? `style ${at}` : `style of ${styled}`;
  }
  const script = directive === 'script-src-elem';
  const found = elementWith(script ? reading?.scripts : reading?.styles, hash) ?? '';
  return /[#.]/u.test(found) ? `inline ${found}` : `inline ${script ? 'script' : 'style'} ${at}`;
}

type Texts = readonly { element: string; text: string | null }[];

/** Each text is hashed once: a page has hundreds, and a violation for each of them in every load. */
const byHash = new WeakMap<Texts, ReadonlyMap<string, string>>();

/** The first element whose text has the hash. */
function elementWith(texts: Texts | undefined, hash: string | null): string | null {
  if (texts === undefined || hash === null) return null;
  let known = byHash.get(texts);
  if (known === undefined) {
    known = new Map(
      texts.flatMap(({ element, text }) => (text === null ? [] : [[sha256(text), element] as const])).toReversed(),
    );
    byHash.set(texts, known);
  }
  return known.get(hash) ?? null;
}

function sha256(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
