import { BROWSER_LIMITS, type BrowserFrameScript } from '@palisade/scanner/evidence/browser';
import { plainUrl } from './bounded.ts';
import type { Elsewhere, Place, PlacedScript } from './elsewhere.ts';
import type { ScriptParsed } from './protocol.ts';
import { hashOf, isOfThePage } from './scripts.ts';

/** A place whose scripts never rest answers nothing. */
const ANSWER_MS = 1_500;

/** A script of the page's own process that ran in one of its frames. */
export interface FramedScript {
  /** Address of the frame's document. */
  frame: string;
  parsed: ScriptParsed;
  text: string | null;
  /** What asked for it, where that is known. */
  by: string | null;
}

/** Scripts of the page and its frames by address, with their text. */
type Texts = readonly { url: string | null; text: string }[];

/** What ran beside the page itself: in its frames, workers and worklets. */
export async function placedScripts(
  elsewhere: Elsewhere,
  framed: readonly FramedScript[],
  known: Texts,
): Promise<BrowserFrameScript[]> {
  const found = new Map<string, BrowserFrameScript>();
  const keep = (entry: BrowserFrameScript): void => {
    if (found.size < BROWSER_LIMITS.scripts) found.set(JSON.stringify(entry), entry);
  };
  const documents = new Set(framed.map(({ frame }) => frame));
  for (const { frame, parsed, text, by } of framed)
    keep(entryOf({ kind: 'frame', url: frame }, parsed, text, by, documents.has(parsed.url)));
  const read = await Promise.all(elsewhere.places.map(async (place) => ({ place, scripts: await scriptsIn(place) })));
  const texts = [
    ...known,
    ...read.flatMap(({ scripts }) =>
      scripts.map(({ parsed, text }) => ({ url: parsed.url || null, text: text ?? '' })),
    ),
  ];
  for (const { place, scripts } of read) {
    for (const { parsed, text } of scripts) {
      const inline = place.kind === 'frame' && parsed.url === place.url;
      keep(entryOf(place, parsed, text, inline ? null : pullerIn(place, parsed, texts), inline));
    }
  }
  return [...found.values()];
}

async function scriptsIn({ scripts }: Place): Promise<Pick<FramedScript, 'parsed' | 'text'>[]> {
  const own = scripts.filter(({ parsed }) => isOfThePage(parsed));
  return Promise.all(own.map(async ({ parsed, text }) => ({ parsed, text: await inTime(text) })));
}

function inTime(text: PlacedScript['text']): Promise<string | null> {
  const late = new Promise<null>((done) => setTimeout(done, ANSWER_MS, null).unref());
  return Promise.race([text, late]);
}

function entryOf(
  { kind: place, url: frame }: Pick<Place, 'kind' | 'url'>,
  { url }: ScriptParsed,
  text: string | null,
  by: string | null,
  inline: boolean,
): BrowserFrameScript {
  return {
    frame: plainUrl(frame),
    ...(place === 'frame' ? {} : { place }),
    kind: url === '' ? 'eval' : inline || !/^https?:/u.test(url) ? 'inline' : 'file',
    url: url === '' ? null : plainUrl(url),
    ...hashOf(text),
    by_url: by === null || by === frame ? null : plainUrl(by),
  };
}

/** What asked for a script of a place: the network tells it of modules and elements, the stack of evaluated and imported ones. */
function pullerIn(place: Place, parsed: ScriptParsed, texts: Texts): string | null {
  if (parsed.url !== '' && parsed.url === place.url) return starterOf(place, texts);
  const request = [...place.requests.values()].find(({ url }) => url === parsed.url);
  const { initiator } = request ?? {};
  const stacks = [initiator?.stack, parsed.stackTrace];
  for (const stack of stacks) {
    const caller = stack?.callFrames.find(({ url }) => url !== '' && url !== parsed.url);
    if (caller) return caller.url;
  }
  return initiator?.url ?? null;
}

/** Calls that start workers and worklets. */
const STARTS = /\bWorker\b|\bserviceWorker\b|orklet\b/u;

/**
 * Chromium does not tell which script started a worker. Where one script alone names its file and the call, it is that
 * one; otherwise only the page is known.
 */
function starterOf({ url }: Place, texts: Texts): string | null {
  const file = /^https?:/u.test(url)
    ? (URL.parse(url)?.pathname.split('/').at(-1) ?? '')
    : url.startsWith('blob:')
      ? 'Blob'
      : 'data:';
  if (file === '') return null;
  const naming = new Set(
    texts.filter(({ url: own, text }) => own !== url && STARTS.test(text) && names(text, file)).map((one) => one.url),
  );
  const [only] = naming;
  return naming.size === 1 ? (only ?? null) : null;
}

/** As a whole: `worker.js` is not named by `pay-worker.js`. */
function names(text: string, file: string): boolean {
  for (let at = text.indexOf(file); at !== -1; at = text.indexOf(file, at + 1))
    if (!/[\w.-]/u.test(text.charAt(at - 1)) && (file === 'data:' || !/[\w-]/u.test(text.charAt(at + file.length))))
      return true;
  return false;
}
