import { unpacked } from '@palisade/db/packed';
import type { ScanFailure } from '@palisade/db/scan-failure';
import type { ScanHold } from '@palisade/db/scan-leases';
import type { FoundScan, ScanResult } from '@palisade/db/scans';

const LEASE_MS = 20_000;

interface Row {
  id: string;
  url: string;
  key: string | null;
  state: 'queued' | 'running' | 'done' | 'failed' | 'cancelled';
  waiters: number;
  priority: number;
  fence: number;
  createdAt: number;
  dueAt: number;
  startedAt: number | null;
  finishedAt: number | null;
  report: unknown;
  error: ScanFailure | null;
}

/** packages/db/src/scans.ts and scan-leases.ts in memory; model-store.test.ts proves that both behave the same. */
export function modelStore(now: () => number) {
  const rows = new Map<string, Row>();
  const live = (row: Row) => row.state === 'queued' || row.state === 'running';
  const overdue = (row: Row) => row.dueAt < now() || row.createdAt > now() + 10_000;
  const over = (row: Row, state: Row['state']) => Object.assign(row, { state, key: null, finishedAt: now() });
  const reap = (row: Row) => {
    if (!live(row) || !overdue(row)) return 0;
    over(row, 'failed');
    row.fence += 1;
    row.error = { kind: 'internal', message: 'the scan was lost' };
    return 1;
  };
  const found = (row: Row, joined: boolean): FoundScan => ({
    id: row.id,
    priority: row.priority,
    queued: row.state === 'queued',
    joined,
    tier: 'free',
    browser: false,
  });

  return {
    rows,
    startOrJoinScan(wanted: { id: string; url: string; singleFlightKey: string; priority: number; leaseMs?: number }) {
      const underWay = [...rows.values()].find(({ key }) => key === wanted.singleFlightKey);
      if (underWay && !reap(underWay)) {
        underWay.waiters += 1;
        underWay.priority = Math.min(underWay.priority, wanted.priority);
        return found(underWay, true);
      }
      const { id, url, priority } = wanted;
      const row: Row = {
        id,
        url,
        priority,
        key: wanted.singleFlightKey,
        state: 'queued',
        waiters: 1,
        fence: 0,
        createdAt: now(),
        dueAt: now() + (wanted.leaseMs ?? LEASE_MS),
        startedAt: null,
        finishedAt: null,
        report: null,
        error: null,
      };
      rows.set(id, row);
      return found(row, false);
    },
    joinScan(wanted: { singleFlightKey: string; priority: number }) {
      const row = [...rows.values()].find(({ key }) => key === wanted.singleFlightKey);
      if (!row || overdue(row)) return null;
      row.waiters += 1;
      row.priority = Math.min(row.priority, wanted.priority);
      return found(row, true);
    },
    leaveScan(id: string): boolean {
      const row = rows.get(id);
      if (!row || !live(row)) return false;
      row.waiters -= 1;
      if (row.waiters > 0) return false;
      over(row, 'cancelled');
      return true;
    },
    loadScanResults(ids: readonly string[]): Map<string, ScanResult> {
      return new Map(
        ids.flatMap((id) => {
          const row = rows.get(id);
          if (!row || live(row)) return [];
          const heldMs = row.startedAt === null || row.finishedAt === null ? null : row.finishedAt - row.startedAt;
          const failure = row.error ?? { kind: 'cancelled' as const, message: 'the scan was cancelled' };
          return [
            [id, row.state === 'done' ? { ok: true, report: row.report, heldMs } : { ok: false, failure, heldMs }],
          ];
        }),
      );
    },
    beginScan(id: string, { leaseMs = LEASE_MS }: { leaseMs?: number } = {}) {
      const row = rows.get(id);
      if (!row || !live(row) || overdue(row)) return null;
      row.state = 'running';
      row.startedAt ??= now();
      row.fence += 1;
      row.dueAt = now() + leaseMs;
      return { id, fence: row.fence, url: row.url, tier: 'free' };
    },
    renewScans(holds: readonly ScanHold[], leaseMs = LEASE_MS): Set<string> {
      const held = holds.filter(({ id, fence }) => rows.get(id)?.state === 'running' && rows.get(id)?.fence === fence);
      for (const { id } of held) Object.assign(rows.get(id) ?? {}, { dueAt: now() + leaseMs });
      return new Set(held.map(({ id }) => id));
    },
    finishScan({ id, fence }: ScanHold, report: unknown): boolean {
      const row = rows.get(id);
      if (!row || !live(row) || row.fence !== fence) return false;
      over(row, 'done');
      row.report = report instanceof Uint8Array ? (JSON.parse(unpacked(report).toString()) as unknown) : report;
      return true;
    },
    failScan({ id, fence }: ScanHold, error: ScanFailure): boolean {
      const row = rows.get(id);
      if (!row || !live(row) || row.fence !== fence) return false;
      over(row, 'failed');
      row.error = error;
      return true;
    },
    giveUpScan(id: string, error: ScanFailure): void {
      const row = rows.get(id);
      if (!row || !live(row)) return;
      over(row, 'failed');
      row.fence += 1;
      row.error = error;
    },
    reopenScan(id: string): void {
      const row = rows.get(id);
      if (row?.state !== 'failed') return;
      Object.assign(row, { state: 'queued', error: null, startedAt: null, finishedAt: null, dueAt: now() + LEASE_MS });
      row.createdAt = Math.min(row.createdAt, now());
    },
    reapScans: () => [...rows.values()].reduce((ended, row) => ended + reap(row), 0),
  };
}
export type ModelStore = ReturnType<typeof modelStore>;
