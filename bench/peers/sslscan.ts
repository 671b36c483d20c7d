import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { said, type Facts } from './facts.ts';

const run = promisify(execFile);

/** sslscan 2.0 on one host; null if it failed or took too long. It does not judge trust or names. */
export async function sslscan(host: string, address: string, port: number): Promise<Facts | null> {
  try {
    const arguments_ = ['--no-color', '--xml=-', '--no-heartbleed', `--sni-name=${host}`, `${address}:${port}`];
    const { stdout } = await run('sslscan', arguments_, { timeout: 25_000, maxBuffer: 8 * 1024 * 1024 });
    return read(stdout);
  } catch {
    return null;
  }
}

function read(xml: string): Facts {
  const version = (type: string, number: string): boolean | undefined => {
    const found = xml.match(new RegExp(`<protocol type="${type}" version="${number}" enabled="([01])"`));
    return found ? found[1] === '1' : undefined;
  };
  const suites = [...xml.matchAll(/<cipher [^>]*cipher="([^"]+)"/g)].map(([, name]) => name ?? '');
  const some = (pattern: RegExp): 'yes' | 'no' | 'unknown' =>
    suites.length > 0 ? said(suites.some((name) => pattern.test(name))) : 'unknown';
  const compression = xml.match(/<compression supported="([01])"/)?.[1];
  const expired = xml.match(/<expired>(true|false)<\/expired>/)?.[1];
  return {
    SSLv2: said(version('ssl', '2')),
    SSLv3: said(version('ssl', '3')),
    'TLS 1.0': said(version('tls', '1.0')),
    'TLS 1.1': said(version('tls', '1.1')),
    'TLS 1.2': said(version('tls', '1.2')),
    'TLS 1.3': said(version('tls', '1.3')),
    'NULL, anonymous or EXPORT': some(/NULL|^A(DH|ECDH)|AECDH|EXP|_anon_/),
    // EXPORT suites are counted above, whatever their cipher.
    'RC4 or DES': some(/^(?!EXP|.*EXPORT).*(RC4|(^|-)DES-CBC(-|$)|WITH_DES_)/),
    '3DES': some(/DES-CBC3|3DES/),
    'forward secrecy': some(/^(ECDHE|DHE|EDH|TLS_AES|TLS_CHACHA)|_ECDHE_|_DHE_/),
    ...(compression === undefined ? {} : { compression: said(compression === '1') }),
    ...(expired === undefined ? {} : { 'in date': said(expired === 'false') }),
  };
}
