import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserOrSkip, found, startLab, type Lab } from '../../test/lab-browser.ts';
import { visitSite } from '../visit-site.ts';

const wide = (text: string, mark = true) => Buffer.from(`${mark ? '\ufeff' : ''}${text}`, 'utf16le');
const swapped = (text: string, mark = true) => wide(text, mark).swap16();
const CODE = 'window.wide = "é";';
const file = (body: Buffer, type = 'text/javascript') => ({
  headers: [['content-type', type]] satisfies [string, string][],
  body,
});
const FILES = {
  '/little.js': file(wide(CODE)),
  '/big.js': file(swapped(CODE)),
  '/big-stated.js': file(swapped(CODE, false), 'text/javascript; charset=utf-16be'),
  // The byte order mark decides, whatever charset is declared.
  '/big-misstated.js': file(swapped(CODE), 'text/javascript; charset=utf-16le'),
  '/shift-jis.js': file(Buffer.from([0x2f, 0x2f, 0x82, 0xa0]), 'text/javascript; charset=shift_jis'),
  '/shift-jis-alone.js': file(Buffer.from([0x82, 0xa0]), 'text/javascript; charset=shift_jis'),
  '/gbk.js': file(Buffer.from([0x2f, 0x2f, 0xc4, 0xe3, 0xba, 0xc3]), 'text/javascript; charset=gbk'),
};
const MARKUP = `<!doctype html><title>t</title><body>${Object.keys(FILES)
  .map((path) => `<script src="${path}"></script>`)
  .join('')}`;

describe.skipIf(!browserOrSkip())('a hash is computed over the bytes', () => {
  let lab: Lab;
  beforeAll(async () => {
    const html = [['content-type', 'text/html']] satisfies [string, string][];
    lab = await startLab({
      sites: [
        {
          host: 'page.test',
          https: {
            headers: html,
            body: MARKUP,
            routes: { ...FILES, '/wide': file(swapped(MARKUP), 'text/html') },
          },
        },
      ],
    });
  });
  afterAll(() => lab.close());

  it.each(['/', '/wide'])(
    'of files in UTF-16 of both orders and in encodings of several bytes, at %s',
    async (path) => {
      if (!found) throw new Error('no browser');
      const url = lab.url('page.test', path);
      const seen = await visitSite(
        { url, host: 'page.test', registrableDomain: 'page.test', pages: 0, trials: false },
        { browser: found, policy: lab.policy, signal: new AbortController().signal },
      );
      const [page] = seen.ok ? seen.value.pages : [];
      const hashes = Object.fromEntries(
        (page?.scripts ?? []).flatMap(({ kind, url: at, sha384 }) =>
          kind === 'file' ? [[URL.parse(at ?? '')?.pathname, sha384]] : [],
        ),
      );
      expect(hashes).toEqual(
        Object.fromEntries(
          Object.entries(FILES).map(([name, { body }]) => [name, createHash('sha384').update(body).digest('base64')]),
        ),
      );
      // The repeated request is not one of the page.
      expect(page?.requests.filter(({ type }) => type !== 'document' && !type.startsWith('script'))).toEqual(
        page?.requests.filter(({ url: at }) => at.endsWith('/favicon.ico')),
      );
      expect(page?.requests.filter(({ type }) => type === 'script')).toHaveLength(Object.keys(FILES).length);
    },
  );
});
