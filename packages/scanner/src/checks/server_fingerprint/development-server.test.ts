import { expect, it } from 'vitest';
import { judged } from '../../../test/evidence.ts';
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
