import { startLab, type Lab } from '@palisade/lab/lab';
import { afterEach, expect, it } from 'vitest';
import { parseTarget } from '../parse-target.ts';
import { gatherHttp } from './http.ts';
import { createEgress } from './net/create-egress.ts';
import { gatherScripts, MAX_SCRIPTS } from './scripts.ts';

let lab: Lab | undefined;
afterEach(async () => {
  await lab?.close();
  lab = undefined;
});

async function read(html: string, files: Record<string, string>) {
  const type = (value: string): [string, string][] => [['Content-Type', value]];
  lab = await startLab({
    sites: [
      {
        host: 'site.test',
        httpsPort: 0,
        http: 'none',
        https: {
          headers: type('text/html'),
          body: html,
          routes: Object.fromEntries(
            Object.entries(files).map(([path, body]) => [path, { headers: type('text/javascript'), body }]),
          ),
        },
      },
    ],
  });
  const { policy } = lab;
  const egress = createEgress(policy);
  try {
    const context = {
      target: parseTarget(lab.url('site.test'), policy),
      egress,
      signal: AbortSignal.timeout(10_000),
    };
    const scripts = await gatherScripts(context, gatherHttp(context));
    return { ...scripts, asked: lab.site('site.test').requests.map(({ path }) => path) };
  } finally {
    egress.close();
  }
}

it('opens the scripts of the page’s own origin', async () => {
  const found = await read('<script src="/vendor.js"></script><script src="https://cdn.other.test/x.js"></script>', {
    '/vendor.js': '/*! jQuery v3.4.1 | (c) JS Foundation */x()',
  });
  expect(found).toMatchObject({ scripts_read: 1, libraries: [{ name: 'jquery', version: '3.4.1', by: 'banner' }] });
});

it('requests nothing if the URL already shows the version', async () => {
  const found = await read('<script src="/jquery-3.4.1.min.js"></script>', { '/jquery-3.4.1.min.js': 'x' });
  expect(found.asked).toEqual(['/']);
});

it('reads only a few files, first those named like a library', async () => {
  const names = Array.from({ length: 20 }, (_, n) => `/part-${n}.js`);
  const html = [...names, '/lodash.min.js'].map((src) => `<script src="${src}"></script>`).join('');
  const found = await read(html, Object.fromEntries([...names, '/lodash.min.js'].map((name) => [name, 'x()'])));
  expect(found.asked).toHaveLength(1 + MAX_SCRIPTS);
  expect(found.asked).toContain('/lodash.min.js');
});

it('a page in the place of a script is none', async () => {
  const found = await read('<script src="/missing.js"></script>', {});
  expect(found.libraries).toEqual([]);
});

it('adds to what the page contains: libraries of inline scripts, and endpoints of its own files', async () => {
  const found = await read(
    '<script>/*! jQuery v3.4.1 | (c) JS Foundation */fetch("https://a.example/x")</script><script src="/app.js"></script>',
    { '/app.js': 'new WebSocket("wss://b.example/y")' },
  );
  expect(found.libraries).toMatchObject([{ name: 'jquery', element: 'inline script 1' }]);
  expect(found.script_endpoints.map(({ url }) => url)).toEqual(['https://a.example/x', 'wss://b.example/y']);
});
