import { hostKey } from './targets.ts';

/**
 * Runs work for every target, several at once but never two of one host, and gives the results in the order of the
 * targets. A waiting target costs a string; results are released as soon as they are passed on.
 */
export async function eachHost<T>(
  targets: readonly string[],
  options: { concurrency: number; signal: AbortSignal },
  work: (target: string) => Promise<T>,
  onResult: (result: T, target: string) => void | Promise<void>,
): Promise<void> {
  const waiting = targets.map((target, index) => ({ target, index, host: hostKey(target) }));
  const busy = new Set<string>();
  const finished = new Map<number, T>();
  let position = 0;
  let passing = Promise.resolve();

  const pass = (): void => {
    passing = passing.then(async () => {
      while (finished.has(position)) {
        const result = finished.get(position) as T;
        finished.delete(position);
        await onResult(result, targets[position] ?? '');
        position += 1;
      }
    });
  };
  const take = (): (typeof waiting)[number] | undefined => {
    const place = waiting.findIndex(({ host }) => !busy.has(host));
    return place === -1 ? undefined : waiting.splice(place, 1)[0];
  };
  let wake: (() => void)[] = [];
  const runner = async (): Promise<void> => {
    while (!options.signal.aborted && waiting.length > 0) {
      const job = take();
      if (!job) {
        await new Promise<void>((resolve) => wake.push(resolve));
        continue;
      }
      busy.add(job.host);
      try {
        finished.set(job.index, await work(job.target));
      } finally {
        busy.delete(job.host);
        const sleepers = wake;
        wake = [];
        for (const rouse of sleepers) rouse();
      }
      pass();
    }
  };
  await Promise.all(Array.from({ length: Math.min(options.concurrency, targets.length) }, runner));
  await passing;
  // After an interruption there are gaps: what is finished is still passed on.
  for (const [index, result] of [...finished].toSorted(([one], [other]) => one - other)) {
    await onResult(result, targets[index] ?? '');
  }
}
