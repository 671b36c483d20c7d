/**
 * `npm run bench` runs every benchmark, `npm run bench -- wait overhead` some.
 * Each is a process of its own that prints its figures as JSON lines and a table.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';

const folder = import.meta.dirname;
const known = readdirSync(folder)
  .filter((file) => file.endsWith('.ts') && !['run.ts', 'print.ts', 'statistics.ts'].includes(file))
  .map((file) => path.basename(file, '.ts'));
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`there is no benchmark ${unknown.join(', ')}; there are: ${known.join(', ')}`);
  process.exit(2);
}
let failed = 0;
for (const name of wanted.length > 0 ? wanted : known) {
  console.log(`\n# ${name}`);
  // JSX in the documents' package needs tsx; the others run as they are.
  const flags = name === 'pdf' ? ['--import', 'tsx'] : [];
  const { status } = spawnSync(process.execPath, ['--expose-gc', ...flags, path.join(folder, `${name}.ts`)], {
    stdio: 'inherit',
  });
  if (status !== 0) failed += 1;
}
process.exit(failed === 0 ? 0 : 1);
