import { expect, it } from 'vitest';
import { judged } from '../../../test/evidence.ts';
import { pageOf } from '../../../test/page-of.ts';
import developmentServer from './development-server.ts';

it.each<[string, string, string]>([
  ['Server', 'Werkzeug/2.0.1 Python/3.8.10', 'server'],
  ['Server', 'WSGIServer/0.2 CPython/3.11.4', 'server'],
  ['Server', 'SimpleHTTP/0.6 Python/3.12.1', 'server'],
  ['Server', 'WEBrick/1.6.1 (Ruby/2.7.4)', 'server'],
  ['Server', 'gunicorn', 'good'],
  ['Server', 'nginx', 'good'],
  ['X-Debug-Token-Link', 'https://example.test/_profiler/4f1c9a', 'debug'],
])('%s: %s', (field, value, outcome) => {
  const verdict = judged(developmentServer, { headers: [[field, value]] });
  expect(verdict?.outcome).toBe(outcome);
  if (outcome !== 'good') expect(verdict?.evidence.join()).toContain(value);
});

it.each([
  ['<script type="module" src="/@vite/client"></script>', 'server'],
  ['<script src="/_next/static/development/_buildManifest.js"></script>', 'server'],
  ['<script src="/webpack-dev-server.js"></script>', 'server'],
  ['<script async src="/browser-sync/browser-sync-client.js?v=2.27.7"></script>', 'server'],
  ['<script src="/_next/static/chunks/main.js"></script>', 'good'],
  ['<script src="https://other.test/@vite/client"></script>', 'good'],
  ['<p>Add /@vite/client to your page.</p><a href="/@vite/client">file</a>', 'good'],
])('in a page, %s: %s', (html, outcome) => {
  expect(judged(developmentServer, { page: pageOf(html) })?.outcome).toBe(outcome);
});

it('remarks on a list of files, and on nothing that only speaks of one', () => {
  const list =
    '<title>Index of /</title><h1>Index of /</h1><pre><a href="../">../</a><a href="db.sql">db.sql</a></pre>';
  expect(judged(developmentServer, { page: pageOf(list) })).toMatchObject({
    outcome: 'listing',
    deduction: 0,
    evidence: ['https://example.test/: Index of /'],
  });
  expect(judged(developmentServer, { page: pageOf('<title>Files</title><a href=a>Index of /</a>') })?.outcome).toBe(
    'good',
  );
  const headers: [string, string][] = [['Server', 'SimpleHTTP/0.6 Python/3.12.1']];
  expect(judged(developmentServer, { headers, page: pageOf(list) })?.outcome).toBe('server');
});
