import { domainToUnicode } from 'node:url';

/**
 * An internationalised name in its own script, with its port. Isolated (UAX #9 §2.4.2): a name written from right to
 * left moves nothing beside it.
 * @returns null for every other host
 */
export function readableHost(host: string): string | null {
  const [, name = host, port = ''] = /^(.*?)(:\d+)?$/.exec(host) ?? [];
  const readable = name.includes('xn--') ? domainToUnicode(name) : name;
  return readable === name || readable === '' ? null : `\u2068${readable}${port}\u2069`;
}

/** A host as people read it, followed by the form that browsers send, which looks like no other (UTS #39). */
export function hostText(host: string): string {
  const readable = readableHost(host);
  return readable === null ? host : `${readable} (${host})`;
}
