import { createHash } from 'node:crypto';
import type { Frame, Page } from 'playwright-core';
import { BROWSER_LIMITS, type BrowserFrameScript } from '@palisade/scanner/evidence/browser';
import { plainUrl } from './bounded.ts';
import type { ScriptParsed } from './protocol.ts';
import { isOfThePage, sourceOf } from './scripts.ts';

/** A frame whose scripts never rest answers nothing. */
const FRAME_MS = 1_500;

/** Scripts of frames that run in processes of their own (other sites'): the page's own DevTools session has none of them. */
export async function frameScripts(page: Page): Promise<BrowserFrameScript[]> {
  const frames = page.frames().filter((frame) => frame !== page.mainFrame());
  const found = await Promise.all(frames.slice(0, BROWSER_LIMITS.frames).map((frame) => scriptsIn(page, frame)));
  return found.flat().slice(0, BROWSER_LIMITS.scripts);
}

async function scriptsIn(page: Page, frame: Frame): Promise<BrowserFrameScript[]> {
  const seen = new Map<string, BrowserFrameScript>();
  const read = async (): Promise<void> => {
    // Refused for a frame that shares a process with one that is asked, or has gone.
    const cdp = await page.context().newCDPSession(frame);
    const parsed: ScriptParsed[] = [];
    cdp.on('Debugger.scriptParsed', (script) => {
      if (parsed.length < BROWSER_LIMITS.scripts) parsed.push(script);
    });
    // Tells of those that ran before, too.
    await cdp.send('Debugger.enable');
    const documents = new Set(page.frames().map((one) => one.url()));
    for (const script of parsed.filter(isOfThePage)) {
      const text = await sourceOf(cdp, script);
      const kind = script.url === '' ? 'eval' : documents.has(script.url) ? 'inline' : 'file';
      const sha384 = createHash('sha384').update(text).digest('base64');
      const url = script.url === '' ? null : plainUrl(script.url);
      const entry = { frame: plainUrl(frame.url()), kind, url, sha384, bytes: Buffer.byteLength(text) } as const;
      seen.set(JSON.stringify(entry), entry);
    }
    await cdp.detach();
  };
  const late = new Promise<void>((done) => setTimeout(done, FRAME_MS).unref());
  await Promise.race([read().catch(() => undefined), late]);
  return [...seen.values()];
}
