import { domainToUnicode } from 'node:url';

/**
 * An internationalized host in its own script, with its port.
 * @returns null for every other host
 */
export function readableHost(host: string): string | null {
  const [, name = host, port = ''] = /^(.*?)(:\d+)?$/u.exec(host) ?? [];
  const readable = name.includes('xn--') ? domainToUnicode(name) : name;
  return readable === name || readable === '' ? null : `${readable}${port}`;
}
