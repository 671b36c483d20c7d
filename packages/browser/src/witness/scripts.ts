import { createHash } from 'node:crypto';
import type { CDPSession } from 'playwright-core';
import { BROWSER_LIMITS, type BrowserScript } from '@palisade/scanner/evidence/browser';
import { cut, plainUrl } from './bounded.ts';
import type { Loaded } from './load.ts';
import type { ScriptParsed } from './protocol.ts';
import { initiatorUrl, partyOf } from './requests.ts';

/** A file larger than this is hashed no more: its text would have to travel through two processes. */
const MAX_SOURCE = 4 * 1024 * 1024;
const SAMPLE = 80;

export interface RanScripts {
  scripts: BrowserScript[];
  total: number;
  /** Their text, for what is looked for in it; never kept. */
  sources: string[];
}

/** Every script that ran in the page and its frames of the same process, with the hash of the text that ran. */
export async function scriptsOf(cdp: CDPSession, loaded: Loaded, page: string): Promise<RanScripts> {
  const parsed = loaded.watch.scripts.filter((script) => isOfThePage(script));
  const read = parsed.slice(0, BROWSER_LIMITS.scripts);
  const texts = await Promise.all(read.map((script) => sourceOf(cdp, script)));
  const handlers = new Set((loaded.reading?.handlers ?? []).map(({ text }) => text));
  const elements = loaded.reading?.scripts ?? [];
  const inline = new Set(elements.flatMap(({ text }) => (text === null ? [] : [text])));
  const integrity = new Map(
    elements.flatMap(({ src, integrity: hash }) => (src && hash ? [[src, hash] as const] : [])),
  );
  const byUrl = new Map([...loaded.watch.requests.values()].map((request) => [request.url, request]));
  const seen = new Map<string, BrowserScript>();
  for (const [index, script] of read.entries()) {
    const text = texts[index] ?? '';
    const request = byUrl.get(script.url);
    const kind = kindOf(script, text, {
      file: request?.type === 'Script' || script.isModule === true,
      handlers,
      inline,
    });
    const file = kind === 'file';
    const url = script.url === '' ? null : plainUrl(script.url);
    const sha384 = createHash('sha384').update(text).digest('base64');
    const key = `${kind} ${file ? url : ''} ${sha384}`;
    if (seen.has(key)) continue;
    const stack = script.stackTrace;
    seen.set(key, {
      kind,
      url: url ?? (kind === 'eval' ? null : plainUrl(page)),
      sha384,
      bytes: Buffer.byteLength(text),
      party: partyOf(url ?? page, page),
      by_url: file
        ? scriptBehind(request && initiatorUrl(request.initiator), page)
        : stack
          ? initiatorUrl({ type: 'script', stack })
          : null,
      integrity: file ? (integrity.get(script.url) ?? null) : null,
      cors: file ? readable(request?.headers.get('access-control-allow-origin')) : null,
      fixed: file ? versioned(script.url, request?.headers.get('cache-control')) : null,
      sample: file ? null : sampleOf(text),
    });
  }
  return { scripts: [...seen.values()], total: parsed.length, sources: texts };
}

/** The driver's own pieces run in worlds of their own, or without any address and caller before the page. */
export function isOfThePage({ executionContextAuxData: world, url, stackTrace, length, hash }: ScriptParsed): boolean {
  if (world?.['type'] === 'isolated' || (length ?? 0) === 0) return false;
  if (/^(?:chrome|chrome-error|chrome-extension|devtools|pptr|debugger|extensions):/u.test(url)) return false;
  return url !== '' || stackTrace !== undefined || !DRIVER.has(hash);
}

/** What playwright-core 1.65 puts into each frame, by V8's hash of it. */
const DRIVER: ReadonlySet<string> = new Set(['e59580f0d374e543849617b451fc394d994a0e7b6226df784728876d22f49fde']);

export async function sourceOf(cdp: CDPSession, { scriptId, length = 0 }: ScriptParsed): Promise<string> {
  if (length > MAX_SOURCE) return '';
  try {
    return (await cdp.send('Debugger.getScriptSource', { scriptId })).scriptSource;
  } catch {
    return '';
  }
}

function kindOf(
  { url, stackTrace }: ScriptParsed,
  text: string,
  known: { file: boolean; handlers: ReadonlySet<string>; inline: ReadonlySet<string> },
): BrowserScript['kind'] {
  if (known.file) return 'file';
  if (known.handlers.has(text)) return 'handler';
  if (url !== '' || known.inline.has(text)) return 'inline';
  return stackTrace === undefined ? 'handler' : 'eval';
}

/** Enough to find it again in a template; whatever could be a key or a session's name is left out. */
function sampleOf(text: string): string {
  return cut(
    text
      .trim()
      .slice(0, 4 * SAMPLE)
      .replaceAll(/(?=[\w+/=.-]*\d)[\w+/=.-]{12,}/gu, '…'),
    SAMPLE,
  );
}

/** Null where the document itself asked for it. */
function scriptBehind(by: string | null | undefined, page: string): string | null {
  return by === undefined || by === null || by === plainUrl(page) ? null : by;
}

function readable(origin: string | undefined): boolean {
  return origin === '*';
}

/** At such an address other bytes are another address: a hash of it holds. */
function versioned(url: string, cache: string | undefined): boolean {
  if (/\bimmutable\b/iu.test(cache ?? '')) return true;
  const path = URL.parse(url)?.pathname ?? '';
  return /[@/.-]v?\d+\.\d+(?:\.\d+)?(?:[./-]|$)|[.-][0-9a-f]{8,64}\.(?:min\.)?m?js$/iu.test(path);
}
