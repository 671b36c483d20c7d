/** Hosts whose scan has killed a process that it had to itself, for a while: their next scan is alone from the start. */
export interface KnownKillers {
  has(url: string): boolean;
  add(url: string): void;
  /** A scan of it came through. */
  delete(url: string): void;
}

const REMEMBERED_MS = 10 * 60_000;
const MOST = 1_000;

/** @param now milliseconds on a clock that never goes back */
export function knownKillers(now: () => number = () => performance.now()): KnownKillers {
  const until = new Map<string, number>();
  return {
    has: (url) => (until.get(hostOf(url)) ?? -Infinity) > now(),
    add(url) {
      const host = hostOf(url);
      until.delete(host);
      until.set(host, now() + REMEMBERED_MS);
      // A map keeps the order of its entries: the first one is the oldest.
      for (const oldest of until.keys()) {
        if (until.size <= MOST) break;
        until.delete(oldest);
      }
    },
    delete: (url) => void until.delete(hostOf(url)),
  };
}

function hostOf(url: string): string {
  return URL.parse(url)?.host ?? url;
}
