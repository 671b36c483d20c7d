import { domainToASCII } from 'node:url';
import type { Ignore } from '../scanning/config-file.ts';
import { isIssueOrRemark, type Result } from '@palisade/report/findings';

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

/** Ignores whose check was made and found nothing, wherever they apply in this run. Of other hosts and checks, nothing is known. */
export function unusedIgnores(ignores: readonly Ignore[]): {
  see(host: string, results: readonly Result[]): void;
  remarks(): string[];
} {
  const uses = ignores.map((ignore) => ({ ignore, used: false, clear: new Set<string>() }));
  return {
    see(host, results) {
      for (const use of uses) {
        if (use.used || !covers(use.ignore.host, host)) continue;
        const result = results.find(({ id }) => id === use.ignore.check);
        if (result === undefined || result.status === 'unknown') continue;
        if (isIssueOrRemark(result)) use.used = true;
        else use.clear.add(host);
      }
    },
    remarks: () =>
      uses.flatMap(({ ignore, used, clear: [first, ...more] }) => {
        if (used || first === undefined) return [];
        const where = more.length === 0 ? first : `${first} and ${more.length} more`;
        return [`the ignore of ${ignore.check} matches nothing in this run: the check found nothing at ${where}`];
      }),
  };
}
