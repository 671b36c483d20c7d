/** `npm run licenses`: fails if an installed package has a license that this project may not use; prints the number per license. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** Permissive, or free to use unmodified alongside our own code. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'Artistic-2.0',
  'BlueOak-1.0.0',
  'BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC-BY-4.0',
  'CC0-1.0',
  'EPL-2.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'PostgreSQL',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]);

/** The manifest names no license; the LICENSE file does. */
const READ: Readonly<Record<string, string>> = { 'png-js': 'MIT' };

interface Manifest {
  name?: string;
  version?: string;
  license?: string | { type?: string };
  licenses?: readonly { type?: string }[];
}

const lock = JSON.parse(await readFile(path.join(ROOT, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, { link?: boolean; license?: string }>;
};
const counted = new Map<string, number>();
const refused: string[] = [];
for (const [folder, entry] of Object.entries(lock.packages)) {
  if (!folder.includes('node_modules/') || entry.link) continue;
  const manifest = await manifestOf(folder);
  // Packages for other platforms are not installed: the lock file names their licenses.
  const name = folder.split('node_modules/').at(-1) ?? '';
  const license = entry.license ?? licenseOf(manifest) ?? READ[name] ?? 'unknown';
  counted.set(license, (counted.get(license) ?? 0) + 1);
  if (!isAllowed(license)) refused.push(`${name}: ${license}`);
}
for (const [license, count] of [...counted].toSorted((a, b) => b[1] - a[1])) console.log(`${count}\t${license}`);
if (refused.length > 0) {
  console.error(`\nnot allowed:\n  ${refused.join('\n  ')}`);
  process.exitCode = 1;
}

async function manifestOf(folder: string): Promise<Manifest> {
  return JSON.parse(await readFile(path.join(ROOT, folder, 'package.json'), 'utf8').catch(() => '{}')) as Manifest;
}

function licenseOf({ license, licenses }: Manifest): string | undefined {
  return (typeof license === 'object' ? license.type : license) ?? licenses?.map(({ type }) => type).join(' OR ');
}

/** SPDX expressions: `OR` needs one allowed license, `AND` all of them. */
function isAllowed(expression: string): boolean {
  return expression
    .replaceAll(/[()]/g, '')
    .split(/\s+OR\s+/i)
    .some((choice) => choice.split(/\s+AND\s+/i).every((license) => ALLOWED.has(license.trim())));
}
