import type { CreditSource } from '../../apps/api/src/scans/credit-source.ts';
import type { FaultyProcess, FaultyWorld } from './faulty-process.ts';

const UNIT_LEASE_MS = 35_000;

interface Unit {
  state: 'held' | 'consumed' | 'released';
  createdAt: number;
  leaseUntil: number;
}

/** The units that pay for a story's scans, and the sweep that returns those of processes that died. */
export function modelUnits(world: FaultyWorld) {
  const units: Unit[] = [];
  const credit = (process: FaultyProcess): CreditSource =>
    ({
      check: async () => undefined,
      take: () =>
        process.step(() => {
          const unit: Unit = { state: 'held', createdAt: Date.now(), leaseUntil: Date.now() + UNIT_LEASE_MS };
          units.push(unit);
          return unit;
        }, 'database'),
      consume: (unit: Unit) =>
        process.step(() => {
          if (unit.state !== 'held') return false;
          unit.state = 'consumed';
          return true;
        }, 'database'),
      release: (unit: Unit) =>
        process.step(() => {
          if (unit.state === 'held') unit.state = 'released';
        }, 'database'),
    }) as never;
  setInterval(() => {
    if (world.away.database > world.time.now()) return;
    for (const unit of units) {
      const over = unit.leaseUntil < Date.now() || unit.createdAt > Date.now() + 10_000;
      if (unit.state === 'held' && over) unit.state = 'released';
    }
  }, 10_000);
  return { units, credit };
}
