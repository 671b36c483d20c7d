import { BROWSER_LIMITS, type BrowserScript } from '@palisade/scanner/evidence/browser';
import { namesVersion } from '@palisade/scanner/parse/page/fixed-url';
import { plainUrl } from './bounded.ts';
import type { PageSession, Wire } from '../devtools/target-session.ts';
import { scriptSource } from './elsewhere.ts';
import { ExactBytes } from './exact-bytes.ts';
import { digestOf } from './script-digest.ts';
import type { Served } from './served-bytes.ts';
import { HIDDEN_HASH } from './leave.ts';
import { servedIntegrity } from './stamp.ts';
import type { SeenRequest } from './watch.ts';
import type { Loaded } from './load.ts';
import type { FramedScript } from './placed-scripts.ts';
import type { FrameTree, ScriptParsed } from './protocol.ts';
import { initiatorUrl, partyOf } from './requests.ts';

export interface RanScripts {
  scripts: BrowserScript[];
  total: number;
  /** Powerful features named in them. */
  features: string[];
  /** Those with addresses, and the code around their worker starts. */
  texts: { url: string | null; starting: string }[];
  /** Those of frames in the page's process. */
  framed: FramedScript[];
  /** Documents of the page's frames, by frame id. */
  documents: ReadonlyMap<string, string>;
  /** A script creates shadow trees, which may be closed. */
  shadows: boolean;
  /** The texts of the page's own scripts, if requested. */
  sources: ReadonlyMap<BrowserScript, string>;
}

/** Characters of texts that are kept of one load. */
const MOST_TEXT = 4 * 1024 * 1024;

/** Every script that ran in the page and in its frames of the same process, with the hash of the text that ran. */
export async function scriptsOf(
  cdp: PageSession,
  loaded: Loaded,
  page: string,
  { texts = false }: { texts?: boolean } = {},
): Promise<RanScripts> {
  const all = loaded.watch.scripts.filter((script) => isOfThePage(script) && !isOfWorklet(script));
  const wire: Wire = { send: (method, params) => cdp.send(method as 'Target.getTargets', params) };
  const documents = await documentsOf(cdp, loaded);
  const handlers = new Set((loaded.reading?.handlers ?? []).map(({ text }) => text));
  const elements = loaded.reading?.scripts ?? [];
  const inline = new Set(elements.flatMap(({ text }) => (text === null ? [] : [text])));
  const byUrl = requestsByUrl(loaded.watch.requests.values());
  const exact = new ExactBytes(cdp, loaded.frame);
  let room = texts ? MOST_TEXT : 0;
  const everything = await Promise.all(
    withinLimit(all).map(async (script) => {
      const text = await (loaded.watch.texts.get(script) ?? scriptSource(wire, script));
      // Its text is released before the next one arrives.
      const keeps = (text?.length ?? 0) <= room;
      if (keeps) room -= text?.length ?? 0;
      return {
        script,
        source: texts && keeps ? text : null,
        digest: digestOf(
          text,
          await exact.of(script.url, text, servedOf(byUrl.get(script.url), loaded.reading?.charset)),
        ),
        written: { handler: handlers.has(text ?? ''), inline: inline.has(text ?? '') },
      };
    }),
  );
  const frameOf = ({ executionContextAuxData: world }: ScriptParsed): string | null => {
    const id: string | undefined = world?.['frameId'];
    return id === undefined || id === loaded.frame ? null : (documents.get(id) ?? 'about:blank');
  };
  const read = everything.filter(({ script }) => frameOf(script) === null);
  const integrity = new Map([
    ...servedIntegrity(loaded.html, loaded.document),
    ...elements.flatMap(({ src, integrity: hash }) => (src && hash ? [[src, hash] as const] : [])),
  ]);
  const seen = new Map<string, BrowserScript>();
  const sources = new Map<BrowserScript, string>();
  for (const { script, digest, written, source } of read) {
    const request = byUrl.get(script.url);
    const kind = kindOf(script, {
      ...written,
      // WebAssembly is loaded by fetch.
      file: request?.type === 'Script' || (isModule(script) && request !== undefined && request.type !== 'Document'),
    });
    const file = kind === 'file';
    const url = script.url === '' ? null : plainUrl(script.url);
    const { sha384, bytes } = digest;
    const key = `${kind} ${file ? url : ''} ${sha384}`;
    if (seen.has(key)) continue;
    const stack = script.stackTrace;
    const ran: BrowserScript = {
      kind,
      url: url ?? (kind === 'eval' ? null : plainUrl(page)),
      sha384,
      bytes,
      party: partyOf(url ?? page, page),
      by_url: scriptBehind(
        file ? request && initiatorUrl(request.initiator) : stack && initiatorUrl({ type: 'script', stack }),
        page,
      ),
      integrity: file ? (integrity.get(script.url) ?? null) : null,
      cors: file ? readable(request?.headers.get('access-control-allow-origin')) : null,
      fixed: file ? versioned(script.url, request?.headers.get('cache-control')) : null,
      sample: file ? null : digest.sample,
    };
    seen.set(key, ran);
    if (source !== null) sources.set(ran, source);
  }
  const framed = everything.flatMap(({ script, digest, written }): FramedScript[] => {
    const frame = frameOf(script);
    if (frame === null) return [];
    const initiator = byUrl.get(script.url)?.initiator;
    const { stackTrace: stack } = script;
    const by = initiator ? initiatorUrl(initiator) : stack ? initiatorUrl({ type: 'script', stack }) : null;
    return [{ frame, parsed: script, digest, written: written.inline, by: script.url === frame ? null : by }];
  });
  return {
    scripts: [...seen.values()],
    total: all.length - framed.length,
    features: [
      ...new Set(
        everything.flatMap(({ script, digest: { features } }) => (isOwnFrame(frameOf(script), page) ? features : [])),
      ),
    ],
    texts: everything.map(({ script, digest: { starting } }) => ({
      url: byUrl.get(script.url)?.type === 'Script' ? script.url : null,
      starting,
    })),
    framed,
    documents,
    shadows: everything.some(({ digest: { shadows } }) => shadows),
    sources,
  };
}

/** In their order. Evaluated text, which templates make by the hundred, must leave room for files and for code in the page. */
export function withinLimit(all: readonly ScriptParsed[]): readonly ScriptParsed[] {
  if (all.length <= BROWSER_LIMITS.scripts) return all;
  const [placed, evaluated] = [all.filter(({ url }) => url !== ''), all.filter(({ url }) => url === '')];
  const kept = new Set([...placed, ...evaluated].slice(0, BROWSER_LIMITS.scripts));
  return all.filter((script) => kept.has(script));
}

/** Of several requests for one address the one that loaded the script: a page may also fetch its own files, or load one twice. */
function requestsByUrl(requests: Iterable<SeenRequest>): Map<string, SeenRequest> {
  const found = new Map<string, SeenRequest>();
  const rank = ({ type, received }: SeenRequest): number => (type === 'Script' ? 2 : 0) + (received > 0 ? 1 : 0);
  for (const request of requests) {
    const known = found.get(request.url);
    if (!known || rank(request) >= rank(known)) found.set(request.url, request);
  }
  return found;
}

/** Features of another origin's frame are delegated by its `allow` attribute, or denied. */
function isOwnFrame(frame: string | null, page: string): boolean {
  return frame === null || !/^https?:/u.test(frame) || URL.parse(frame)?.origin === URL.parse(page)?.origin;
}

function isModule({ isModule: module, scriptLanguage }: ScriptParsed): boolean {
  return module === true || scriptLanguage === 'WebAssembly';
}

/** The transferred bytes, if it was a file. */
function servedOf(request: SeenRequest | undefined, charset: string | undefined): Served | undefined {
  if (request === undefined || request.type === 'Document') return undefined;
  const stated = /charset\s*=\s*"?([\w-]+)/iu.exec(request.headers.get('content-type') ?? '')?.[1];
  return { bytes: request.received, charset: stated ?? charset ?? '' };
}

/** Addresses of frames by id: current ones, and documents of those that are gone. */
async function documentsOf(cdp: PageSession, { watch }: Loaded): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const { type, frame, url } of watch.requests.values())
    if (type === 'Document' && frame !== undefined) found.set(frame, url);
  const visit = ({ frame, childFrames = [] }: FrameTree): void => {
    found.set(frame.id, frame.url);
    for (const child of childFrames) visit(child);
  };
  await cdp.send('Page.getFrameTree').then(
    ({ frameTree }) => visit(frameTree),
    () => undefined,
  );
  return found;
}

/** Worklets on the page's own thread are reported a second time, as separate places. */
function isOfWorklet({ executionContextAuxData: world }: ScriptParsed): boolean {
  return world?.['type'] === 'worker';
}

/** The driver's own code runs in isolated worlds, or without address and caller before the page. */
export function isOfThePage({ executionContextAuxData: world, url, stackTrace, length, hash }: ScriptParsed): boolean {
  if (world?.['type'] === 'isolated' || (length ?? 0) === 0) return false;
  if (/^(?:chrome|chrome-error|chrome-extension|devtools|pptr|debugger|extensions):/u.test(url)) return false;
  return url !== '' || stackTrace !== undefined || !DRIVER.has(hash);
}

/** By V8's hash: code that playwright-core 1.65 injects into each frame, and our own. */
const DRIVER: ReadonlySet<string> = new Set([
  'e59580f0d374e543849617b451fc394d994a0e7b6226df784728876d22f49fde',
  HIDDEN_HASH,
]);

function kindOf(
  { url }: ScriptParsed,
  known: Readonly<Record<'file' | 'handler' | 'inline', boolean>>,
): BrowserScript['kind'] {
  if (known.file) return 'file';
  if (known.handler) return 'handler';
  if (url !== '' || known.inline) return 'inline';
  // Also timers and `javascript:` addresses: text that became code.
  return 'eval';
}

/** Null if the document itself requested it. */
function scriptBehind(by: string | null | undefined, page: string): string | null {
  return by === undefined || by === null || by === plainUrl(page) ? null : by;
}

function readable(origin: string | undefined): boolean {
  return origin === '*';
}

/** Whether other bytes would get another address, so that a hash stays valid. */
export function versioned(url: string, cache: string | undefined): boolean {
  return /\bimmutable\b/iu.test(cache ?? '') || namesVersion(url);
}
