/**
 * `npm run check:api`: the OpenAPI description passes a linter, and the generated client is up to date.
 * Nothing is downloaded, and no service needs to run.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { clientSource } from './client-source.ts';
import { describedApi } from './described-api.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const document = await describedApi();
const faults: string[] = [];

const folder = mkdtempSync(path.join(tmpdir(), 'palisade-openapi-'));
writeFileSync(path.join(folder, 'openapi.json'), JSON.stringify(document));
const cli = path.join(ROOT, 'node_modules/@redocly/cli/bin/cli.js');
const args = ['lint', '--config', path.join(ROOT, 'redocly.yaml'), path.join(folder, 'openapi.json')];
const offline = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', CI: 'true' };
const lint = spawnSync(process.execPath, [cli, ...args], {
  encoding: 'utf8',
  env: { ...process.env, ...offline },
});
rmSync(folder, { recursive: true });
const said = lint.stdout + lint.stderr;
if (lint.status !== 0 || !said.includes('Your API description is valid') || /\bwarnings?\b/u.test(said))
  faults.push(said);

const file = path.join(ROOT, 'packages/client/src/generated/api.ts');
const style = await resolveConfig(file);
if (readFileSync(file, 'utf8') !== (await format(clientSource(document), { ...style, filepath: file })))
  faults.push(
    'packages/client/src/generated/api.ts is not up to date with the description: run npm run build:client -- --write',
  );

for (const fault of faults) console.error(fault);
process.exit(faults.length === 0 ? 0 : 1);
