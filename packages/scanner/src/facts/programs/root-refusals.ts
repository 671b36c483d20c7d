import { APPLE_DISTRUSTS, ROOT_PROGRAMS } from '../../data/root-programs.ts';
import type { TlsEvidence } from '../../evidence/tls.ts';
import { earliestTimestamp } from './timestamps.ts';

/** Who takes which root. OpenSSL has no list: most systems give it Mozilla's, without the end dates. */
export const ROOT_HOLDERS = ['Chrome', 'Firefox', 'Safari'] as const;
export type RootProgram = (typeof ROOT_HOLDERS)[number];

/**
 * Why a browser does not take any public root that the chain leads to; null when it takes one, undefined when that is not
 * known. Chrome ends trust by the earliest certificate timestamp, Mozilla and Apple by the start of the validity period.
 */
export function rootRefusal(
  tls: Pick<TlsEvidence, 'chain' | 'delivered_scts'>,
  program: RootProgram,
): string | null | undefined {
  const { trust, certificates } = tls.chain;
  const [leaf] = certificates;
  if (!trust?.anchor || !leaf) return undefined;
  // An operator's own root is trusted where it was installed, which no list knows.
  if (!trust.anchor.public) return null;
  const issued = Date.parse(leaf.not_before);
  const dates = { Chrome: earliestTimestamp(tls) ?? issued, Firefox: issued, Safari: issued };
  const said = [trust.anchor, ...trust.other_anchors].map(({ sha256 }) => refusalOf(sha256, program, dates[program]));
  if (said.includes(null)) return null;
  return said.includes(undefined) ? undefined : said[0];
}

function refusalOf(sha256: string, program: RootProgram, issued: number): string | null | undefined {
  const row = ROOT_PROGRAMS.get(sha256);
  if (!row) return undefined;
  if (program === 'Safari') {
    const until = APPLE_DISTRUSTS.get(sha256);
    if (until !== undefined && issued > Date.parse(until)) return ended(row.name, until);
    // Apple's list is not at hand: what both others take for good, it takes too.
    return row.chrome !== false && row.mozilla !== false ? null : undefined;
  }
  const trusted = program === 'Chrome' ? row.chrome : row.mozilla;
  if (trusted === true) return null;
  if (trusted === false) return `the root ${row.name} is not in its list`;
  return issued > Date.parse(trusted) ? ended(row.name, trusted) : null;
}

function ended(name: string, until: string): string {
  return `certificates below ${name} are rejected if issued after ${until.slice(0, 10)}`;
}
