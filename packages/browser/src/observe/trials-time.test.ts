import { startPageWorld, type PageWorld } from '@palisade/lab/pages/page-world';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BrowserSession } from '../session.ts';
import { observeSite } from './observe-site.ts';
import { browserOrSkip, openBrowser, openSession, type SharedBrowser } from './open-session.fixture.ts';

/** @param loads those that show the picture */
const page = (loads: number) => ({
  body: (count: number) => `<!doctype html><title>t</title><p>x${count <= loads ? '<img src="/a.png" alt="">' : ''}`,
});

describe.skipIf(!browserOrSkip())('policies on trial when the time runs out', () => {
  let world: PageWorld;
  let browser: SharedBrowser;
  beforeAll(async () => {
    world = await startPageWorld({
      'time.test': { '/steady': page(9), '/twice': page(2), '/a.png': '' },
    });
    browser = await openBrowser(world.proxy);
  });
  afterAll(async () => {
    await browser?.close();
    await world?.close();
  });

  /** The time ends when one more load than that is wanted. */
  async function trialAfter(path: string, loads: number) {
    const end = new AbortController();
    const first = await openSession(browser, `https://time.test${path}`, end.signal);
    let left = loads - 1;
    const session: BrowserSession = {
      ...first,
      leftMs: () => (end.signal.aborted ? 0 : 60_000),
      async fresh() {
        if ((left -= 1) < 0) end.abort();
        end.signal.throwIfAborted();
        return first.fresh();
      },
    };
    const site = { url: session.url, host: 'time.test', registrableDomain: 'time.test', pages: 0 };
    const { pages } = await observeSite(session, site);
    await first.close();
    return pages[0]?.trials.find(({ header }) => header === 'content-security-policy');
  }

  it.each([
    ['the second load', '/steady', 2, { proven: false, loads: 1, lost: [], cut_short: true }],
    // Without the policy, no one knows whether it is the reason.
    ['the load without it', '/twice', 3, { proven: false, loads: 2, lost: ['https://time.test/a.png'] }],
  ] as const)('no time for %s', async (_what, path, loads, expected) => {
    const trial = await trialAfter(path, loads);
    expect(trial).toMatchObject(expected);
    expect(trial?.cut_short).toBe('cut_short' in expected ? true : undefined);
  });
});
