import { domainToUnicode } from 'node:url';

/**
 * An internationalized name in its own script, with its port. Isolated (UAX #9 §2.4.2), so that a right-to-left name
 * does not reorder the text around it.
 * @returns null for every other host
 */
export function readableHost(host: string): string | null {
  const [, name = host, port = ''] = /^(.*?)(:\d+)?$/.exec(host) ?? [];
  const readable = name.includes('xn--') ? domainToUnicode(name) : name;
  return readable === name || readable === '' ? null : `\u2068${readable}${port}\u2069`;
}

/** A host in readable form, followed by the form that browsers send, which cannot be mistaken for another (UTS #39). */
export function hostText(host: string): string {
  const readable = readableHost(host);
  return readable === null ? host : `${readable} (${host})`;
}
