import { startPageWorld, type PageWorld } from '@palisade/lab/pages/page-world';
import { judgeBrowser } from '@palisade/scanner/judge-browser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { observeSite } from './observe-site.ts';
import { browserOrSkip, openBrowser, openSession, type SharedBrowser } from './open-session.fixture.ts';
import { hostIn, PAIRS, pairsWorld, type Pair } from './witness-pairs.fixture.ts';

describe.skipIf(!browserOrSkip())('what a browser witnesses, and its neighbor', () => {
  let world: PageWorld;
  let browser: SharedBrowser;
  beforeAll(async () => {
    world = await startPageWorld(pairsWorld());
    browser = await openBrowser(world.proxy);
  });
  afterAll(async () => {
    await browser?.close();
    await world?.close();
  });

  const isFound = async (host: string, { found, trials }: Pair): Promise<boolean> => {
    const url = `https://${host}/`;
    const session = await openSession(browser, url);
    try {
      const target = { url, host, registrableDomain: host, pages: 0 };
      const seen = await observeSite(session, trials ? target : { ...target, trials: false });
      const [first] = seen.pages;
      if (typeof found === 'function') return first !== undefined && found(first);
      const [check, outcome] = found;
      return judgeBrowser(seen, new Date(0)).checks.find(({ id }) => id === `browser/${check}`)?.outcome === outcome;
    } finally {
      await session.close();
    }
  };

  it.each(PAIRS.map((pair, index) => [pair.name, pair, index] as const))('%s', async (_name, pair, index) => {
    const [bad, good] = await Promise.all([isFound(hostIn(index, 'bad'), pair), isFound(hostIn(index, 'good'), pair)]);
    expect({ bad, good }).toEqual({ bad: true, good: false });
  });
});
