import type { seeded, VirtualTime } from './virtual-time.ts';

export type Place = 'database' | 'queue';

/** State that the processes of a story share. */
export interface FaultyWorld {
  time: VirtualTime;
  chance: ReturnType<typeof seeded>;
  /** While set, any step may fail. */
  faulty: boolean;
  /** Until when a server is unavailable, in virtual time. */
  away: Record<Place, number>;
  onCrash(process: FaultyProcess): void;
}

/** The probability that a step has a fault of any kind. */
const ANY_FAULT = 0.06;

/** An error that the database itself sends, as its driver throws it. */
function rejected(originalCode: string, message: string): Error {
  return Object.assign(new Error(message, { cause: { kind: 'postgres', originalCode, message } }), {
    name: 'DriverAdapterError',
  });
}

/** A new promise each time: a shared one would keep references to everything that ever waited for it. */
export const never = () => new Promise<never>(() => undefined);

/** One process of a story. After its death, nothing that it awaits ever resolves. */
export class FaultyProcess {
  alive = true;
  paused: Promise<void> | null = null;
  readonly name: string;
  readonly world: FaultyWorld;
  constructor(name: string, world: FaultyWorld) {
    this.name = name;
    this.world = world;
  }

  /** One step outside the process: a fault may come before it, after it, or between its effect and its answer. */
  async step<T>(effect: () => T, of: Place): Promise<T> {
    const before = this.reach(of);
    if (before) await before;
    const result = effect();
    const after = this.reach(of);
    if (after) await after;
    return result;
  }

  /** @returns null if there is no fault: a promise for each of these steps would dominate the cost of a story */
  reach(of: Place): Promise<void> | null {
    const { time, chance, faulty, away } = this.world;
    if (this.held) return this.here().then(() => this.reach(of) ?? undefined);
    const die = faulty ? chance.next() : 1;
    return die < ANY_FAULT || away[of] > time.now() ? this.fault(of, die) : null;
  }

  private async fault(of: Place, die: number): Promise<void> {
    const { time, chance } = this.world;
    if (die < 0.004) this.crash();
    else if (die < 0.008) this.pause(1_000 + chance.below(15_000));
    else if (die < 0.016) throw new Error('connection terminated');
    else if (die < 0.018 && of === 'database') throw rejected('40P01', 'deadlock detected');
    else if (die < 0.02 && of === 'database') throw rejected('53100', 'no space left on device');
    else if (die < 0.02) throw new Error('READONLY You can’t write against a read only replica');
    else if (die < ANY_FAULT) await time.sleep(chance.below(3_000));
    if (this.held) await this.here();
    if (this.world.away[of] > time.now()) {
      await time.sleep(100);
      throw new Error(`the ${of} is away`);
    }
  }

  private get held(): boolean {
    return !this.alive || this.paused !== null;
  }

  /** Continues only while the process is alive and running. */
  async here(): Promise<void> {
    if (!this.alive) await never();
    if (this.paused) await this.paused;
    if (!this.alive) await never();
  }

  crash(): void {
    if (!this.alive) return;
    this.alive = false;
    this.world.onCrash(this);
  }

  pause(ms: number): void {
    this.paused ??= this.world.time.sleep(ms).then(() => void (this.paused = null));
  }
}

/** No more faults for it, and for the servers that it needs. */
export function worksAgain({ alive, paused, world: { away, time } }: FaultyProcess): boolean {
  return alive && paused === null && Math.max(away.database, away.queue) <= time.now();
}
