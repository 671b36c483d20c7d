import type { BrowserScript } from '@palisade/scanner/evidence/browser';
import { parseIntegrity } from '@palisade/scanner/parse/page/sri';
import type { Loaded } from './load.ts';
import { scriptAddresses } from './stamp.ts';

/** Third-party files in the page's markup whose bytes are fixed by their address and may be checked: their hashes by address. */
export function pinnable(scripts: readonly BrowserScript[], html: string, page: string): Map<string, string> {
  const stable = scripts.flatMap(({ kind, party, url, fixed, cors, sha384 }) =>
    kind === 'file' && party === 'cross-site' && url !== null && fixed === true && cors === true && sha384 !== ''
      ? [[url, `sha384-${sha384}`] as const]
      : [],
  );
  const elements = stable.length === 0 ? new Set() : scriptAddresses(html, page);
  return new Map(stable.filter(([url]) => elements.has(url)));
}

/** Addresses of files, by the results of their hashes in the trials. */
export interface PinResults {
  held: ReadonlySet<string>;
  /** It did not load or did not run. */
  broken: ReadonlySet<string>;
  /** Everything that could be tried. */
  wanted: ReadonlySet<string>;
}

/** @returns null if a third-party file had its hash or the hash held; also for the site's own files */
export function whyUnpinned(
  { party, url, integrity, cors, fixed, sha384 }: BrowserScript,
  { held, broken, wanted }: PinResults,
): NonNullable<BrowserScript['unpinned']> | null {
  const has = integrity !== null && parseIntegrity(integrity).effective;
  if (party !== 'cross-site' || url === null || has || held.has(url)) return null;
  if (cors !== true) return 'not-shared';
  if (fixed !== true || sha384 === '') return 'unversioned';
  if (!wanted.has(url)) return 'by-script';
  return broken.has(url) ? 'changed' : 'not-tried';
}

/** Files that did not load or run with their hash: the bytes differ from the text that ran, or the file is not shared by CORS. */
export function brokenPins({ watch }: Loaded, pins: ReadonlyMap<string, string>): string[] {
  const failed = new Set([...watch.requests.values()].flatMap((one) => (one.failed === null ? [] : [one.url])));
  for (const { text } of watch.messages) {
    const address = /^Failed to find a valid digest in the 'integrity' attribute for resource '([^']+)'/u.exec(
      text,
    )?.[1];
    if (address !== undefined) failed.add(address);
  }
  return [...pins.keys()].filter((address) => failed.has(address));
}
