import { getDomain } from 'tldts';

/**
 * Sites whose scans tend to kill their process. For a while, their next scans run alone from the start. By registrable domain,
 * because its owner can create any number of names and ports below it.
 */
export interface PoisonTargets {
  has(url: string): boolean;
  /** It killed a process that ran nothing else. */
  convict(url: string): void;
  /** The record of one process. */
  process(): ProcessRecord;
}

export interface ProcessRecord {
  began(url: string): void;
  ended(url: string): void;
  /** The process died: each site that it was scanning, or had scanned a moment before, may be the cause. */
  died(): void;
}

interface Suspicion {
  runs: number;
  deaths: number;
  until: number;
}

const REMEMBERED_MS = 10 * 60_000;
const MOST = 1_000;
/** One death may be bad luck: the scan ran alongside one that kills. */
const DEATHS = 2;
/** The after-effects of a scan can kill after its answer: a socket that closes, an object that is collected. */
const AFTERWARDS_MS = 2_000;
/** Sites of one process that are searched for expired ones, which are forgotten. */
const LOOKED_THROUGH = 200;

/** @param now milliseconds on a clock that never goes back */
export function poisonTargets(now: () => number = () => performance.now()): PoisonTargets {
  const suspicions = new Map<string, Suspicion>();
  const of = (site: string): Suspicion | undefined => {
    const found = suspicions.get(site);
    return found && found.until > now() ? found : undefined;
  };
  const died = (site: string): Suspicion => {
    const suspicion = of(site) ?? { runs: 1, deaths: 0, until: 0 };
    suspicion.deaths += 1;
    suspicion.until = now() + REMEMBERED_MS;
    suspicions.delete(site);
    suspicions.set(site, suspicion);
    // A map keeps the order of its entries: the first one is the oldest.
    for (const oldest of suspicions.keys()) {
      if (suspicions.size <= MOST) break;
      suspicions.delete(oldest);
    }
    return suspicion;
  };
  return {
    has(url) {
      const { deaths, runs } = of(siteOf(url)) ?? { deaths: 0, runs: 0 };
      return deaths >= DEATHS && 2 * deaths > runs;
    },
    convict(url) {
      const suspicion = of(siteOf(url)) ?? died(siteOf(url));
      suspicion.deaths = Math.max(DEATHS, suspicion.deaths);
      suspicion.runs = suspicion.deaths;
    },
    process() {
      const sites = new Map<string, { running: number; ended: number }>();
      const isOver = ({ running, ended }: { running: number; ended: number }) =>
        running === 0 && now() - ended > AFTERWARDS_MS;
      return {
        began(url) {
          const site = siteOf(url);
          const suspicion = of(site);
          if (suspicion) suspicion.runs += 1;
          const { running = 0, ended = 0 } = sites.get(site) ?? {};
          sites.set(site, { running: running + 1, ended });
        },
        ended(url) {
          const site = sites.get(siteOf(url));
          if (site) Object.assign(site, { running: site.running - 1, ended: now() });
          if (sites.size > LOOKED_THROUGH) for (const [name, one] of sites) if (isOver(one)) sites.delete(name);
        },
        died() {
          for (const [site, one] of sites) if (!isOver(one)) died(site);
        },
      };
    },
  };
}

function siteOf(url: string): string {
  return getDomain(url, { allowPrivateDomains: true }) ?? URL.parse(url)?.host ?? url;
}
