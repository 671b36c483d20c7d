import { domainToASCII } from 'node:url';
import type { Ignore } from '../scanning/config-file.ts';
import type { Result } from '@palisade/report/findings';

/** The ignore that covers a finding of a host, or undefined. */
export function ignoreFor(ignores: readonly Ignore[], host: string, { id }: Pick<Result, 'id'>): Ignore | undefined {
  return ignores.find((ignore) => ignore.check === id && covers(ignore.host, host));
}

/** A host, or with `*.` every name below one, in any spelling: `bücher.example` is `xn--bcher-kva.example`. */
export function covers(pattern: string | undefined, host: string): boolean {
  if (pattern === undefined) return true;
  const [wanted, name] = [sameSpelling(pattern.replace(/^\*\./u, '')), sameSpelling(host)];
  return pattern.startsWith('*.') ? name.endsWith(`.${wanted}`) : wanted === name;
}

/** In A-labels and lower case, without the dot of the root. */
function sameSpelling(host: string): string {
  return (domainToASCII(host) || host.toLowerCase()).replace(/\.$/u, '');
}

/** A date is valid to its end, in UTC. */
export function isExpired({ expires }: Ignore, now: Date): boolean {
  return now.toISOString().slice(0, 10) > expires;
}

export function ignoreFault(ignore: Ignore): string {
  const where = ignore.host === undefined ? '' : ` at ${ignore.host}`;
  return `the ignore of ${ignore.check}${where} expired on ${ignore.expires} (${ignore.reason})`;
}
