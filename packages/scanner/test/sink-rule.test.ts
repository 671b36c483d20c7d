import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

/** Ways to bypass the encoder of a sink: first HTML, then terminal and log. */
const HTML = [
  'export const a = <div dangerouslySetInnerHTML={{ __html: text }} />;',
  'element.innerHTML = text;',
  'element.outerHTML = text;',
  "element.insertAdjacentHTML('beforeend', text);",
  'range.createContextualFragment(text);',
];
const CONSOLE = ['console.log(text);', 'console.error(text);'];
const STREAMS = ['process.stdout.write(text);', 'process.stderr.write(text);'];
/** Ways to bypass the encoders of files, mail, documents and snippets. */
const ASSERTED = [
  "export const b = text as Encoded<'snippet'>;",
  'export const c = text as Printed<string>;',
  'export const d = text as MailLine;',
  "import { sealed } from '@palisade/report/encoded';",
];
const FILES = [
  "import { writeFile } from 'node:fs/promises';",
  "import { createWriteStream } from 'node:fs';",
  "import { appendFileSync } from 'fs';",
  "import * as fs from 'node:fs';",
  "import fsp, { open } from 'node:fs/promises';",
];
const MAIL = ["import { Resend } from 'resend';", "import { render } from 'react-email';"];
const DOCUMENTS = [
  "import { renderToBuffer } from '@react-pdf/renderer';",
  "import { pdf } from '@react-pdf/renderer';",
  "import { ScanDocument } from '../scan-document.tsx';",
  "import { drawTagged } from '../tagged/draw.ts';",
];
const PLACES: [string, string[]][] = [
  ['apps/web/src/views', HTML],
  ['apps/web/src/client', HTML],
  ['apps/ops/src/page', HTML],
  ['packages/pdf/src', [...HTML, ...CONSOLE, ...STREAMS]],
  ['packages/report/src', [...HTML, ...CONSOLE, ...STREAMS]],
  ['packages/scanner/src/gather/net', [...HTML, ...CONSOLE, ...STREAMS]],
  ['apps/api/src/routes', [...HTML, ...CONSOLE, ...STREAMS]],
  ['apps/scan-worker/src', [...HTML, ...CONSOLE, ...STREAMS]],
  ['apps/report-worker/src', [...HTML, ...CONSOLE, ...STREAMS]],
  ['apps/cli/src/commands', [...HTML, ...CONSOLE, ...FILES, ...ASSERTED]],
  ['apps/cli/src/formats', [...ASSERTED, ...FILES]],
  ['apps/report-worker/src/jobs', [...MAIL, ...ASSERTED]],
  ['packages/mail/src/templates', [...HTML, ...CONSOLE, ...STREAMS, ...ASSERTED, ...MAIL]],
  ['packages/pdf/src/parts', [...ASSERTED, ...DOCUMENTS]],
  ['packages/report/src/snippets', ASSERTED],
];
const ROOT = path.resolve(import.meta.dirname, '../../..');
const IMPORTS = [...FILES, ...MAIL, ...DOCUMENTS];
const ALL = [...HTML, ...CONSOLE, ...STREAMS, ...ASSERTED, ...IMPORTS];

const folder = mkdtempSync(path.join(tmpdir(), 'palisade-sinks-'));
let found: { filename: string; labels: { span: { line: number } }[] }[] = [];
beforeAll(() => {
  for (const file of ['oxlint.config.ts', 'scripts/lint/sinks.ts'])
    cpSync(path.join(ROOT, file), path.join(folder, file));
  for (const [place] of PLACES) {
    mkdirSync(path.join(folder, place), { recursive: true });
    writeFileSync(path.join(folder, place, 'sink.tsx'), `${ALL.join('\n')}\n`);
  }
  const oxlint = path.join(ROOT, 'node_modules/.bin/oxlint');
  const { stdout } = spawnSync(oxlint, ['-f', 'json'], { cwd: folder, encoding: 'utf8' });
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: ((typeof found)[number] & { code: string })[] };
  found = diagnostics.filter(({ code }) => /no-console|no-restricted-properties|no-danger|palisade/u.test(code));
});
afterAll(() => rmSync(folder, { recursive: true }));

it.each(PLACES)('the linter finds code that bypasses an encoder in %s', (place, sinks) => {
  const lines = found.filter(({ filename }) => filename === `${place}/sink.tsx`);
  const seen = new Set(lines.map(({ labels: [label] }) => ALL[(label?.span.line ?? 0) - 1]));
  expect(sinks.filter((sink) => !seen.has(sink))).toEqual([]);
});
