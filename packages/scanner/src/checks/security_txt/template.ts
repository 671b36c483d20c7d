import type { SourceContext } from '../../facts/fact.ts';

const HALF_A_YEAR_MS = 180 * 86_400_000;

/** A ready-made file for this host, valid for half a year from the scan. */
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
