import { startPageWorld, type PageWorld } from '@palisade/lab/pages/page-world';
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserOrSkip, openBrowser, openSession, type SharedBrowser } from './open-session.fixture.ts';
import { pageFrom } from './page-from.ts';

const AT = 'http://localhost/';
/** `ALL_PAGES=1` looks more often: which worker ends first differs from load to load. */
const ROUNDS = process.env['ALL_PAGES'] ? 12 : 5;
const js = (body: string) => ({ body, headers: { 'content-type': 'text/javascript' } });

/** Each ends with its first line, or is ended by the page while it runs. */
const TEXTS = {
  file: 'self.file=1;close()',
  importing: `importScripts('/imported.js');eval('self.evaluated=1');close()`,
  imported: 'self.imported=1',
  evaluated: 'self.evaluated=1',
  module: `import '/part.js';close()`,
  part: 'self.part=1',
  blob: 'self.blob=1;close()',
  data: 'self.data=1;close()',
  parent: `new Worker('/nested.js')`,
  nested: 'self.nested=1;close()',
  terminated: 'self.terminated=1;postMessage(1)',
  shared: 'self.shared=1;close()',
  sharedBlob: 'self.sharedBlob=1;close()',
};
const STARTER = `new Worker('/file.js'); new Worker('/importing.js'); new Worker('/module.js', { type: 'module' });
const address = (text) => URL.createObjectURL(new Blob([text]));
const brief = address(${JSON.stringify(TEXTS.blob)}); new Worker(brief); URL.revokeObjectURL(brief);
new Worker(${JSON.stringify(`data:text/javascript,${TEXTS.data}`)});
new Worker('/parent.js');
const ended = new Worker('/terminated.js'); ended.onmessage = () => ended.terminate();
new SharedWorker('/shared.js'); new SharedWorker(address(${JSON.stringify(TEXTS.sharedBlob)}));
new Worker('/missing.js'); new SharedWorker('/missing-too.js');`;

describe.skipIf(!browserOrSkip())('workers that end immediately', () => {
  let world: PageWorld;
  let browser: SharedBrowser;
  beforeAll(async () => {
    const files = Object.entries(TEXTS).map(([name, text]) => [`/${name}.js`, js(text)]);
    const page = { '/': '<!doctype html><title>t</title><script src="/starter.js"></script>', '/starter.js': STARTER };
    world = await startPageWorld({ localhost: { ...page, ...(Object.fromEntries(files) as Record<string, never>) } });
    browser = await openBrowser(world.proxy);
  });
  afterAll(async () => {
    await browser?.close();
    await world?.close();
  });

  it(`are all named with the hash of what ran, ${ROUNDS} times of ${ROUNDS}`, { timeout: 180_000 }, async () => {
    const sha = (text: string): string => createHash('sha384').update(text).digest('base64');
    const wanted = Object.values(TEXTS).map(sha).toSorted();
    let settled = 0;
    for (let round = 1; round <= ROUNDS; round += 1) {
      const session = await openSession(browser, AT);
      const { page } = await pageFrom(session, { asked: AT, found: 'start' });
      await session.close();
      const found = page.frame_scripts ?? [];
      const hashes = found.map(({ sha384 }) => sha384).toSorted();
      expect({ round, hashes }).toEqual({ round, hashes: wanted });
      expect(found.map(({ url }) => url).filter((url) => url?.includes('missing'))).toEqual([]);
      if (page.settled) settled += 1;
    }
    // A worker that is gone is not waited for.
    expect(settled).toBeGreaterThan(ROUNDS / 2);
  });
});
