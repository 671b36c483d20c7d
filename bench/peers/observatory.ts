import { execFileSync } from 'node:child_process';
import dns from 'node:dns';
import { existsSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import tls from 'node:tls';
import { pathToFileURL } from 'node:url';
import { peerFolder } from './folder.ts';

const PACKAGE = '@mdn/mdn-http-observatory';
const VERSION = '1.4.8';

export type Observatory = (
  host: string,
) => Promise<{ tests: Record<string, { result: string; pass: boolean; scoreModifier: number }> }>;

/**
 * MDN HTTP Observatory, fetched from npm on first use: it is large, and only comparisons
 * need it. Null if it is not available.
 */
export async function observatory(): Promise<Observatory | null> {
  const folder = peerFolder(`observatory-${VERSION}`);
  const home = path.join(folder, 'node_modules', PACKAGE);
  const preload = path.join(home, 'conf/hsts-preload.json');
  try {
    if (!existsSync(preload)) {
      const install = ['install', '--prefix', folder, '--no-save', '--ignore-scripts', `${PACKAGE}@${VERSION}`];
      execFileSync('npm', install, { stdio: 'ignore' });
      // Its post-install script would fetch the list of preloaded hosts.
      writeFileSync(preload, '{}');
    }
    return ((await import(pathToFileURL(path.join(home, 'src/index.js')).href)) as { scan: Observatory }).scan;
  } catch {
    return null;
  }
}

/** The peer uses the system's resolver and the platform's roots: both are temporarily replaced by the lab's. */
export function resolveTo(addresses: ReadonlyMap<string, string>, ca: string): () => void {
  const { lookup } = dns;
  const lent = (host: string, options: unknown, done?: (...results: unknown[]) => void) => {
    const address = addresses.get(host);
    const callback = (done ?? options) as (...results: unknown[]) => void;
    if (!address) return (lookup as (...given: unknown[]) => void)(host, options, done);
    const all = typeof options === 'object' && options !== null && (options as { all?: boolean }).all;
    callback(null, all ? [{ address, family: 4 }] : address, 4);
  };
  dns.lookup = lent as typeof lookup;
  syncBuiltinESMExports();
  const before = tls.getCACertificates('default');
  tls.setDefaultCACertificates([...before, ca]);
  return () => {
    dns.lookup = lookup;
    syncBuiltinESMExports();
    tls.setDefaultCACertificates(before);
  };
}
