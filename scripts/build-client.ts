/**
 * `npm run build:client [folder]`: the TypeScript client as a package of one module and its types, for `npm pack`.
 * With `--write` it first regenerates `packages/client/src/generated/api.ts` from the API's description.
 */
import { spawnSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { format, resolveConfig } from 'prettier';
import { ENGINE_VERSION } from '@palisade/scanner/engine-version';
import { clientSource } from './client-source.ts';
import { describedApi } from './described-api.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const { values, positionals } = parseArgs({ options: { write: { type: 'boolean' } }, allowPositionals: true });
const folder = path.resolve(positionals[0] ?? path.join(ROOT, 'dist/client'));

if (values.write) {
  const file = path.join(ROOT, 'packages/client/src/generated/api.ts');
  const style = await resolveConfig(file);
  await writeFile(file, await format(clientSource(await describedApi()), { ...style, filepath: file }));
  console.log(path.relative(process.cwd(), file));
}

await mkdir(folder, { recursive: true });
await build({
  entryPoints: [path.join(ROOT, 'packages/client/src/client.ts')],
  outfile: path.join(folder, 'client.js'),
  bundle: true,
  platform: 'neutral',
  target: 'es2022',
  legalComments: 'none',
  logLevel: 'warning',
});
const types = spawnSync(
  process.execPath,
  [
    path.join(ROOT, 'node_modules/typescript/bin/tsc'),
    path.join(ROOT, 'packages/client/src/client.ts'),
    ...`--ignoreConfig --declaration --emitDeclarationOnly --module nodenext --target es2024 --strict
      --allowImportingTsExtensions --skipLibCheck --types node --outDir`.split(/\s+/),
    folder,
  ],
  { cwd: ROOT, encoding: 'utf8' },
);
if (types.status !== 0) throw new Error(`the client's types could not be generated:\n${types.stdout}${types.stderr}`);
const manifest = {
  name: '@palisade/client',
  version: ENGINE_VERSION,
  description: 'Client for a Palisade service, generated from its OpenAPI description.',
  license: 'Apache-2.0',
  type: 'module',
  exports: { '.': { types: './client.d.ts', default: './client.js' } },
  files: ['client.js', 'client.d.ts', 'generated/api.d.ts'],
};
await writeFile(path.join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
console.log(`${path.relative(process.cwd(), folder) || folder}: the client, version ${ENGINE_VERSION}`);
// The queue of the description waits for connections that are never made.
process.exit(0);
