import { createHash } from 'node:crypto';
import { startPageWorld, type PageWorld } from '@palisade/lab/pages/page-world';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { load, type Loaded } from './load.ts';
import { browserOrSkip, openBrowser, openSession, type SharedBrowser } from './open-session.fixture.ts';
import { inlineUses } from './page-use.ts';
import { AlreadyBlocked } from './already-blocked.ts';

it('hashes each inline text once, however many violations there are', () => {
  let reads = 0;
  const texts = Array.from({ length: 100 }, (_, n) => `window.v${n} = 1`);
  const scripts = texts.map((text, n) => ({
    element: `script#s${n}`,
    get text() {
      reads += 1;
      return text;
    },
  }));
  const violations = texts.map((text) => ({
    type: 'kInlineViolation',
    directive: 'script-src-elem',
    hash: `sha256-${createHash('sha256').update(text).digest('base64')}`,
    source: null,
  }));
  const watch = { violations, mixed: [] };
  const loaded = { watch, reading: { scripts, styles: [], handlers: [], addresses: [] } } as unknown as Loaded;
  const none = new AlreadyBlocked({ watch: { ...watch, violations: [] } } as unknown as Loaded);
  for (let load = 0; load < 3; load += 1)
    expect(inlineUses(loaded, none).map(({ element }) => element)).toEqual(
      scripts.map(({ element }) => `inline ${element}`),
    );
  expect(reads).toBeLessThanOrEqual(2 * texts.length);
});

describe.skipIf(!browserOrSkip())('texts of inline scripts', () => {
  const big = `/*${'x'.repeat(300_000)}*/`;
  let world: PageWorld;
  let browser: SharedBrowser;
  beforeAll(async () => {
    world = await startPageWorld({
      'texts.test': { '/': `<!doctype html><title>t</title><script id="big">${big}</script><script id="s">1</script>` },
    });
    browser = await openBrowser(world.proxy);
  });
  afterAll(async () => {
    await browser?.close();
    await world?.close();
  });
  const read = async (options: Parameters<typeof load>[2]) => {
    const session = await openSession(browser, 'https://texts.test/');
    const { reading } = await load(session, 'https://texts.test/', options);
    await session.close();
    return reading?.scripts.map(({ element, text }) => [element, text?.length ?? null]);
  };

  it('are read completely or not at all: part of a text has a different hash', async () => {
    expect(await read({ scripts: true })).toEqual([
      ['script#big', big.length],
      ['script#s', 1],
    ]);
  });
  it('are not read if no load names their hashes', async () => {
    expect(await read({})).toEqual([
      ['script#big', null],
      ['script#s', null],
    ]);
  });
  it('are read if a policy under trial refused one', async () => {
    const headers = [['content-security-policy', "script-src 'none'"]] as const;
    expect(await read({ headers })).toEqual([
      ['script#big', big.length],
      ['script#s', 1],
    ]);
  });
});
