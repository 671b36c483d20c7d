// Runs on the system's Node, right after the install: generates the Prisma client.
// `prisma generate` would download a native schema engine that it never uses here;
// pointing the variable at any existing file prevents that (migrations use the WebAssembly build).
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import path from 'node:path';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const cli = path.join(root, 'node_modules', 'prisma', 'build', 'index.js');
if (!existsSync(cli)) {
  console.log('prisma is not installed (production install?): the generated client must be provided separately');
} else {
  const result = spawnSync(process.execPath, [cli, 'generate', '--no-hints'], {
    cwd: root,
    env: { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: fileURLToPath(import.meta.url), CHECKPOINT_DISABLE: '1' },
    encoding: 'utf8',
  });
  if (result.status !== 0) {
    console.error(result.stdout, result.stderr);
    process.exit(1);
  }
}
