// `npm run dev [program]`: the service, restarted by `tsx watch` whenever a source file changes.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { programCache } from '../packages/config/src/program-cache.mjs';

// tsx caches compiled files in the temporary folder under a predictable name, and runs them at the
// next start, no matter who wrote them. So it gets a folder that no other user can write to.
const own = programCache('palisade-dev', 0o700);
const folder = own ?? mkdtempSync(path.join(tmpdir(), 'palisade-dev-'));
if (own === undefined) process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
for (const name of ['TMPDIR', 'TMP', 'TEMP']) process.env[name] = folder;

const program = process.argv[2] ?? 'apps/launcher/src/main.mjs';
const sources = ['apps/*/src/**', 'packages/*/src/**'].flatMap((glob) => ['--include', glob]);
process.argv.splice(2, Infinity, 'watch', '--clear-screen=false', ...sources, program);
await import('tsx/cli');
