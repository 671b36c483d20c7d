import { describe, expect, it } from 'vitest';
import { scriptDigest } from './script-digest.ts';
import { readPage } from '../parse/page/page.ts';
import { INLINE_BYTES, readPageAside } from './page-thread.ts';

const source = { url: 'https://site.test/', contentType: 'text/html', truncated: false };
const page = (bytes: number): Buffer =>
  Buffer.from(`<script src="http://x.test/a.js"></script>${'<p>x</p>'.repeat(bytes / 8)}`);
const signal = new AbortController().signal;

describe('pages', () => {
  it.each([
    ['small', 1000],
    ['large', 4 * INLINE_BYTES],
  ])('a %s one is read as it would be here', async (_, bytes) => {
    expect(await readPageAside(page(bytes), source, signal)).toEqual(readPage(page(bytes), source, scriptDigest));
  });

  it('large ones wait for each other and are all read', async () => {
    const pages = Array.from({ length: 12 }, (_, i) => page((2 + (i % 3)) * INLINE_BYTES));
    const read = await Promise.all(pages.map((body) => readPageAside(body, source, signal)));
    expect(read.map(({ bytes }) => bytes)).toEqual(pages.map(({ length }) => length));
  });

  it('this thread goes on while a large one is read', async () => {
    let turns = 0;
    const ticks = setInterval(() => (turns += 1), 1);
    // One tag with a hundred thousand attributes: the slowest page we know of.
    const body = Buffer.from(`<p ${Array.from({ length: 100_000 }, (_, i) => `a${i}=1`).join(' ')}>`);
    await readPageAside(body, source, signal);
    clearInterval(ticks);
    expect(turns).toBeGreaterThan(3);
  });

  it('a finished scan does not wait for a thread', async () => {
    const scan = new AbortController();
    const reading = readPageAside(page(4 * INLINE_BYTES), source, scan.signal);
    scan.abort();
    await expect(reading).rejects.toMatchObject({ code: 'cancelled' });
    await expect(readPageAside(page(4 * INLINE_BYTES), source, scan.signal)).rejects.toMatchObject({
      code: 'cancelled',
    });
    expect((await readPageAside(page(4 * INLINE_BYTES), source, signal)).bytes).toBeGreaterThan(0);
  });
});
