import type { Ignore } from '../scanning/config-file.ts';
import type { Result } from '@palisade/report/findings';

/** The ignore that covers a finding of a host, or undefined. */
export function ignoreFor(ignores: readonly Ignore[], host: string, { id }: Pick<Result, 'id'>): Ignore | undefined {
  return ignores.find((ignore) => ignore.check === id && covers(ignore.host, host));
}

/** A host, or with `*.` every name below one. */
export function covers(pattern: string | undefined, host: string): boolean {
  if (pattern === undefined) return true;
  const [wanted, name] = [pattern.toLowerCase(), host.toLowerCase()];
  return wanted.startsWith('*.') ? name.endsWith(wanted.slice(1)) : wanted === name;
}

/** A date is valid to its end, in UTC. */
export function isExpired({ expires }: Ignore, now: Date): boolean {
  return now.toISOString().slice(0, 10) > expires;
}

export function ignoreFault(ignore: Ignore): string {
  const where = ignore.host === undefined ? '' : ` at ${ignore.host}`;
  return `the ignore of ${ignore.check}${where} expired on ${ignore.expires} (${ignore.reason})`;
}
