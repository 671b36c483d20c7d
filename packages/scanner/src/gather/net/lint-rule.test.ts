import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

/** All ways to a socket, or to code that opens one, that bypass the guard. */
const WAYS_OUT = [
  "import 'net';",
  "import 'http';",
  "import 'node:tls';",
  "import 'node:dns/promises';",
  "import 'node:dgram';",
  "import 'node:quic';",
  "import 'undici';",
  "import 'undici/lib/api.js';",
  "import 'ws';",
  "export * from 'node:http2';",
  "await import('node:net');",
  "await import('undici');",
  "require('net');",
  "fetch('http://a.test/');",
  "globalThis.fetch('http://a.test/');",
  "global.fetch('http://a.test/');",
  "new WebSocket('ws://a.test/');",
  "new EventSource('http://a.test/');",
  "process.binding('tcp_wrap');",
  "process.getBuiltinModule('net');",
];
const ROOT = path.resolve(import.meta.dirname, '../../../../..');
const PLACES = [
  'packages/scanner/src',
  'packages/scanner/src/gather',
  'packages/scanner/src/gather/tls',
  'packages/scanner/src/checks',
  'packages/pdf/src',
  'packages/report/src',
  'packages/mail/src',
  'apps/api/src',
  'apps/cli/src',
  'apps/scan-worker/src',
];

const folder = mkdtempSync(path.join(tmpdir(), 'palisade-lint-'));
let found: { filename: string; labels: { span: { line: number } }[] }[] = [];
beforeAll(() => {
  for (const file of ['oxlint.config.ts', 'scripts/lint/sinks.ts'])
    cpSync(path.join(ROOT, file), path.join(folder, file));
  for (const place of [...PLACES, 'packages/scanner/src/gather/net']) {
    mkdirSync(path.join(folder, place), { recursive: true });
    writeFileSync(path.join(folder, place, 'way-out.ts'), `${WAYS_OUT.join('\n')}\nimport type {} from 'node:net';\n`);
  }
  const oxlint = path.join(ROOT, 'node_modules/.bin/oxlint');
  const { stdout } = spawnSync(oxlint, ['-f', 'json'], { cwd: folder, encoding: 'utf8' });
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: ((typeof found)[number] & { code: string })[] };
  found = diagnostics.filter(({ code }) => /no-restricted-|no-require-imports/u.test(code));
});
afterAll(() => rmSync(folder, { recursive: true }));

const linesOf = (place: string): Set<string | undefined> =>
  new Set(
    found
      .filter(({ filename }) => filename === `${place}/way-out.ts`)
      .map(({ labels: [label] }) => WAYS_OUT[(label?.span.line ?? 0) - 1]),
  );

it.each(PLACES)('the linter finds every way out in %s', (place) => {
  expect(WAYS_OUT.filter((way) => !linesOf(place).has(way))).toEqual([]);
});

it('gather/net may open sockets in its own way', () => {
  expect(linesOf('packages/scanner/src/gather/net')).not.toContain("import 'node:tls';");
  expect(linesOf('packages/scanner/src/gather/net')).toContain("fetch('http://a.test/');");
});
