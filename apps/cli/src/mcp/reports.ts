import type { Scanner } from '../scanning/scan-here.ts';
import { hostKey } from '../scanning/targets.ts';
import type { SiteReport } from '../scanning/site-report.ts';

/** Limits of one session: an agent in a loop must not become a burden on others. */
export const MAX_SCANS = 100;
const MAX_AT_ONCE = 2;
const MAX_KEPT = 50;

/** The reports of one session, by the address at which an agent can read them again. */
export interface Reports {
  scan(url: string, signal: AbortSignal): Promise<{ uri: string; report: SiteReport }>;
  /** By its address, or the latest report of a scanned URL. */
  find(which: string): SiteReport | undefined;
  uris(): { uri: string; report: SiteReport }[];
}

export function createReports(scanner: Scanner): Reports {
  const kept = new Map<string, SiteReport>();
  const busy = new Set<string>();
  let started = 0;
  return {
    async scan(url, signal) {
      if (started >= MAX_SCANS)
        throw new Error(`this session has reached its limit of ${MAX_SCANS} scans: start another one`);
      if (busy.size >= MAX_AT_ONCE) throw new Error(`${MAX_AT_ONCE} scans are in progress: wait for one of them`);
      const host = hostKey(url);
      if (busy.has(host)) throw new Error(`a scan of ${host} is in progress: wait for it`);
      started += 1;
      busy.add(host);
      try {
        const result = await scanner(url, signal);
        if (!result.ok) throw new Error(`not scanned: ${result.reason}`);
        const uri = `palisade://reports/${started}`;
        kept.set(uri, result.report);
        const [oldest] = kept.keys();
        if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
        return { uri, report: result.report };
      } finally {
        busy.delete(host);
      }
    },
    find: (which) =>
      kept.get(which) ?? [...kept.values()].findLast(({ url, final_url }) => url === which || final_url === which),
    uris: () => [...kept].map(([uri, report]) => ({ uri, report })),
  };
}
