import { BROWSER_LIMITS, type BrowserFrameScript } from '@palisade/scanner/evidence/browser';
import { plainUrl } from './bounded.ts';
import type { Place } from './elsewhere.ts';
import type { Loaded } from './load.ts';
import type { ScriptParsed } from './protocol.ts';
import { UNREAD, type ScriptDigest } from './script-digest.ts';
import { isOfThePage } from './scripts.ts';
import type { Watch } from './watch.ts';

/** A place whose scripts never pause answers nothing. */
const ANSWER_MS = 1_500;

/** A script in the page's process that ran in one of its frames. */
export interface FramedScript {
  /** Address of the frame's document. */
  frame: string;
  parsed: ScriptParsed;
  digest: ScriptDigest;
  /** It is in an element, possibly of a frame that a script wrote. */
  written: boolean;
  /** What requested it, if known. */
  by: string | null;
}

/** Scripts of the page and its frames by address, with the code around their worker starts. */
type Texts = readonly { url: string | null; starting: string }[];

/** What ran outside the page itself: in its frames, workers and worklets. */
export async function placedScripts(
  { elsewhere, watch }: Pick<Loaded, 'elsewhere' | 'watch'>,
  { framed, texts: known }: { framed: readonly FramedScript[]; texts: Texts },
  page: string,
): Promise<BrowserFrameScript[]> {
  const starts = startsOf(elsewhere.places, watch, page);
  const found = new Map<string, BrowserFrameScript>();
  const keep = (entry: BrowserFrameScript): void => {
    if (found.size < BROWSER_LIMITS.scripts) found.set(JSON.stringify(entry), entry);
  };
  const documents = new Set(framed.map(({ frame }) => frame));
  for (const { frame, parsed, digest, written, by } of framed)
    keep(entryOf({ kind: 'frame', url: frame }, parsed, digest, by, written || documents.has(parsed.url)));
  const read = await Promise.all(elsewhere.places.map(async (place) => ({ place, scripts: await scriptsIn(place) })));
  const texts = [
    ...known,
    ...read.flatMap(({ scripts }) =>
      scripts.map(({ parsed, digest: { starting } }) => ({ url: parsed.url || null, starting })),
    ),
  ];
  for (const { place, scripts } of read) {
    for (const { parsed, digest } of scripts) {
      const inline = place.kind === 'frame' && parsed.url === place.url;
      keep(entryOf(place, parsed, digest, inline ? null : pullerIn(place, parsed, { texts, starts }), inline));
    }
  }
  return [...found.values()];
}

async function scriptsIn({ scripts }: Place): Promise<Pick<FramedScript, 'parsed' | 'digest'>[]> {
  const own = scripts.filter(({ parsed }) => isOfThePage(parsed));
  return Promise.all(own.map(async ({ parsed, digest }) => ({ parsed, digest: await inTime(digest) })));
}

function inTime(digest: Promise<ScriptDigest>): Promise<ScriptDigest> {
  const late = new Promise<ScriptDigest>((done) => setTimeout(done, ANSWER_MS, UNREAD).unref());
  return Promise.race([digest, late]);
}

function entryOf(
  { kind: place, url: frame }: Pick<Place, 'kind' | 'url'>,
  { url }: ScriptParsed,
  { sha384, bytes }: ScriptDigest,
  by: string | null,
  inline: boolean,
): BrowserFrameScript {
  return {
    frame: plainUrl(frame),
    ...(place === 'frame' ? {} : { place }),
    kind: url === '' && !inline ? 'eval' : inline || !/^https?:/u.test(url) ? 'inline' : 'file',
    url: url === '' ? null : plainUrl(url),
    sha384,
    bytes,
    by_url: by === null || by === frame ? null : plainUrl(by),
  };
}

/** What requested a script: for modules and elements, the network events say; for evaluated and imported ones, the stack. */
function pullerIn(
  place: Place,
  parsed: ScriptParsed,
  { texts, starts }: { texts: Texts; starts: ReadonlyMap<Place, string | null> },
): string | null {
  if (parsed.url !== '' && parsed.url === place.url) {
    const told = starts.get(place);
    return told === undefined ? starterOf(place, texts) : told;
  }
  const request = [...place.requests.values()].find(({ url }) => url === parsed.url);
  const { initiator } = request ?? {};
  const stacks = [initiator?.stack, parsed.stackTrace];
  for (const stack of stacks) {
    const caller = stack?.callFrames.find(({ url }) => url !== '' && url !== parsed.url);
    if (caller) return caller.url;
  }
  return initiator?.url ?? null;
}

/**
 * The collecting policy forbids workers, report-only: each report names the line that starts one, in the order in
 * which they start. For blob: and data: addresses it has only the scheme.
 * @returns what started a worker of the page itself; null: the page, or one of several candidates
 */
function startsOf(places: readonly Place[], { violations }: Watch, page: string): Map<Place, string | null> {
  const starts = violations.flatMap(({ directive, reportOnly, blocked, source }) => {
    if (directive !== 'worker-src' || !reportOnly || blocked === null || source === null) return [];
    const by = source.replace(/:\d+$/u, '');
    return [{ blocked, by: by === page ? null : by }];
  });
  const found = new Map<Place, string | null>();
  for (const blocked of new Set(starts.map((start) => start.blocked))) {
    const by = starts.filter((start) => start.blocked === blocked).map((start) => start.by);
    const started = places.filter(({ kind, url }) => kind !== 'frame' && kind !== 'worklet' && isAt(url, blocked));
    const one = new Set(by).size === 1;
    for (const [index, place] of started.entries())
      found.set(place, (one ? by[0] : started.length === by.length ? by[index] : null) ?? null);
  }
  return found;
}

function isAt(url: string, blocked: string): boolean {
  return /^(?:blob|data):?$/u.test(blocked) ? url.startsWith(`${blocked.replace(':', '')}:`) : url === blocked;
}

/**
 * For workers of frames and workers, nothing reports which script started them. If exactly one script contains the
 * file's name and the call, it is that one; otherwise only the page is known.
 */
function starterOf({ url }: Place, texts: Texts): string | null {
  const file = /^https?:/u.test(url)
    ? (URL.parse(url)?.pathname.split('/').at(-1) ?? '')
    : url.startsWith('blob:')
      ? 'Blob'
      : 'data:';
  if (file === '') return null;
  const naming = new Set(
    texts.filter(({ url: own, starting }) => own !== url && names(starting, file)).map((one) => one.url),
  );
  const [only] = naming;
  return naming.size === 1 ? (only ?? null) : null;
}

/** As a whole word: `pay-worker.js` does not contain the name `worker.js`. */
function names(text: string, file: string): boolean {
  for (let at = text.indexOf(file); at !== -1; at = text.indexOf(file, at + 1))
    if (!/[\w.-]/u.test(text.charAt(at - 1)) && (file === 'data:' || !/[\w-]/u.test(text.charAt(at + file.length))))
      return true;
  return false;
}
