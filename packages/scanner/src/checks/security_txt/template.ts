import type { SourceContext } from '../../facts/fact.ts';

const HALF_A_YEAR_MS = 180 * 86_400_000;

/** A file to paste, for this host, that is valid for half a year from the scan on. */
export function securityTxtTemplate({ target, scannedAt }: Pick<SourceContext, 'target' | 'scannedAt'>): string {
  const expires = new Date(scannedAt + HALF_A_YEAR_MS).toISOString().replace(/\.\d+Z$/u, 'Z');
  return [
    `Contact: mailto:security@${target.registrable_domain ?? target.host}`,
    `Expires: ${expires}`,
    'Preferred-Languages: en',
    `Canonical: https://${target.host}/.well-known/security.txt`,
    '',
  ].join('\n');
}
