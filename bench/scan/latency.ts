import type { Evidence } from '@palisade/scanner/evidence';
import type { EgressPolicy } from '@palisade/scanner/gather/net/egress';
import { scan } from '@palisade/scanner/scan';
import { figure, percentile, rounded } from '../print.ts';

const SCANS = 15;
const AT_ONCE = 4;

/**
 * Round trips that no order of work can save, from the requests of a scan: each request of a chain waits for the
 * one before. TLS: a connection and its answer are two, and politeness allows four at a time.
 */
function criticalPath(evidence: Evidence): { part: string; roundTrips: number } {
  const hops = evidence.http.ok ? evidence.http.value.hops.length : 1;
  const tls = evidence.tls.ok ? evidence.tls.value.connections.opened : 0;
  const page = 1 + 2 + hops;
  const parts = [
    { part: 'page, then CORS', roundTrips: page + 1 },
    { part: 'TLS', roundTrips: 1 + 2 * Math.ceil(tls / AT_ONCE) },
    {
      part: 'security.txt',
      roundTrips: 1 + 2 + (evidence.security_txt.ok ? evidence.security_txt.value.attempts.length : 1),
    },
  ];
  return parts.toSorted((one, other) => other.roundTrips - one.roundTrips)[0] ?? { part: '', roundTrips: 0 };
}

/** Wall time of a scan over a delay line, compared with the critical path. */
export async function measureLatency(url: string, policy: EgressPolicy, roundTripMs: number): Promise<void> {
  const walls: number[] = [];
  const arrivals = new Map<string, number[]>();
  let path = { part: '', roundTrips: 0 };
  let connections = 0;
  for (let n = 0; n < SCANS + 3; n++) {
    const began = performance.now();
    const onProgress = (part: string): void => {
      if (n >= 3) arrivals.set(part, [...(arrivals.get(part) ?? []), performance.now() - began]);
    };
    const { evidence } = await scan(url, { policy, timeoutMs: 30_000, onProgress });
    if (n >= 3) walls.push(performance.now() - began);
    path = criticalPath(evidence);
    connections = evidence.tls.ok ? evidence.tls.value.connections.opened : 0;
  }
  const wall = percentile(walls, 0.5);
  figure({
    what: `latency, ${url}`,
    round_trip_ms: roundTripMs,
    p50_ms: rounded(wall),
    critical_path_round_trips: path.roundTrips,
    critical_part: path.part,
    tls_connections: connections,
    times_critical_path: rounded(wall / (path.roundTrips * roundTripMs), 2),
  });
  figure({
    what: `arrival of the parts, ${url}`,
    ...Object.fromEntries([...arrivals].map(([part, times]) => [part, rounded(percentile(times, 0.5), 0)])),
  });
}
