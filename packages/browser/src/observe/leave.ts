import { createHash } from 'node:crypto';
import type { BrowserSession } from '../session.ts';
import { evaluate, isolatedWorld } from './evaluate.ts';
import type { Loaded } from './load.ts';
import { whileTimePasses } from './pass-time.ts';

const LEAVE_MS = 600;
const LEAST_MS = 1_500;

/** In the page's own world, because its scripts read it there. */
const HIDDEN = `for (const [name, value] of [['visibilityState', 'hidden'], ['hidden', true]]) Object.defineProperty(document, name, { get: () => value, configurable: true })`;
/** V8's hash of it, by which it is told from the page's scripts. */
export const HIDDEN_HASH = createHash('sha256').update(HIDDEN).digest('hex');

/** HTML §7.5.10 "unload a document", in its order. */
const EVENTS = `
  dispatchEvent(new Event('beforeunload', { cancelable: true }));
  dispatchEvent(new PageTransitionEvent('pagehide'));
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  dispatchEvent(new Event('unload'));
`;

/**
 * Tells a page that its visitor leaves, which is when many monitoring scripts send what they gathered. The page stays: DevTools
 * report nothing of a page that is really left. What it contains is to be read before.
 */
export async function leave({ cdp, deadline, leftMs }: BrowserSession, loaded: Loaded): Promise<void> {
  const { watch, frame, elsewhere } = loaded;
  const before = new Set(watch.requests.keys());
  if (deadline.aborted || leftMs() < LEAST_MS) return;
  await evaluate(cdp, undefined, HIDDEN, false);
  const world = await isolatedWorld(cdp, frame);
  if (world === null) return;
  await whileTimePasses(
    cdp,
    evaluate(cdp, world, EVENTS, false).then(() => watch.idle(LEAVE_MS, deadline)),
    elsewhere.clocks,
  );
  for (const [id, { type, url }] of watch.requests)
    if (type === 'Image' && !before.has(id)) loaded.lastImages.push(url);
}
