import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

/** Ways past the encoder of a sink: of HTML, of the terminal and the log. */
const HTML = [
  'export const a = <div dangerouslySetInnerHTML={{ __html: text }} />;',
  'element.innerHTML = text;',
  'element.outerHTML = text;',
  "element.insertAdjacentHTML('beforeend', text);",
  'range.createContextualFragment(text);',
];
const CONSOLE = ['console.log(text);', 'console.error(text);'];
const STREAMS = ['process.stdout.write(text);', 'process.stderr.write(text);'];
const PLACES: [string, string[]][] = [
  ['apps/web/src/views', HTML],
  ['apps/web/src/client', HTML],
  ['apps/ops/src/page', HTML],
  ['packages/mail/src/templates', [...HTML, ...CONSOLE, ...STREAMS]],
  ['packages/pdf/src', [...HTML, ...CONSOLE, ...STREAMS]],
  ['packages/report/src', [...HTML, ...CONSOLE, ...STREAMS]],
  ['packages/scanner/src/gather/net', [...HTML, ...CONSOLE, ...STREAMS]],
  ['apps/api/src/routes', [...HTML, ...CONSOLE, ...STREAMS]],
  ['apps/scan-worker/src', [...HTML, ...CONSOLE, ...STREAMS]],
  ['apps/report-worker/src', [...HTML, ...CONSOLE, ...STREAMS]],
  ['apps/cli/src/commands', [...HTML, ...CONSOLE]],
];
const ROOT = path.resolve(import.meta.dirname, '../../..');
const ALL = [...HTML, ...CONSOLE, ...STREAMS];

const folder = mkdtempSync(path.join(tmpdir(), 'palisade-sinks-'));
let found: { filename: string; labels: { span: { line: number } }[] }[] = [];
beforeAll(() => {
  cpSync(path.join(ROOT, 'oxlint.config.ts'), path.join(folder, 'oxlint.config.ts'));
  for (const [place] of PLACES) {
    mkdirSync(path.join(folder, place), { recursive: true });
    writeFileSync(path.join(folder, place, 'sink.tsx'), `${ALL.join('\n')}\n`);
  }
  const oxlint = path.join(ROOT, 'node_modules/.bin/oxlint');
  const { stdout } = spawnSync(oxlint, ['-f', 'json'], { cwd: folder, encoding: 'utf8' });
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: ((typeof found)[number] & { code: string })[] };
  found = diagnostics.filter(({ code }) => /no-console|no-restricted-properties|no-danger/u.test(code));
});
afterAll(() => rmSync(folder, { recursive: true }));

it.each(PLACES)('the linter finds what goes past an encoder in %s', (place, sinks) => {
  const lines = found.filter(({ filename }) => filename === `${place}/sink.tsx`);
  const seen = new Set(lines.map(({ labels: [label] }) => ALL[(label?.span.line ?? 0) - 1]));
  expect(sinks.filter((sink) => !seen.has(sink))).toEqual([]);
});
