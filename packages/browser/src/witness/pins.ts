import type { BrowserScript } from '@palisade/scanner/evidence/browser';
import type { Loaded } from './load.ts';
import { scriptAddresses } from './stamp.ts';

/** Third-party files of the page's own markup whose bytes belong to their address and may be checked: their hashes by address. */
export function pinnable(scripts: readonly BrowserScript[], html: string, page: string): Map<string, string> {
  const stable = scripts.flatMap(({ kind, party, url, fixed, cors, sha384 }) =>
    kind === 'file' && party === 'cross-site' && url !== null && fixed === true && cors === true && sha384 !== ''
      ? [[url, `sha384-${sha384}`] as const]
      : [],
  );
  const elements = stable.length === 0 ? new Set() : scriptAddresses(html, page);
  return new Map(stable.filter(([url]) => elements.has(url)));
}

/** Those that did not load, or did not run, with their hash in place: other bytes than the text that ran, or not shared when asked so. */
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
