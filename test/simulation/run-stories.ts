/**
 * `STORIES=n SEED=m` runs exactly n stories from seed m. Without them, CI runs all; other machines run
 * as many as fit into a minute, which is all on a quiet machine.
 */
const GIVEN = process.env['STORIES'];
const FIRST = Number(process.env['SEED'] ?? 1);
const LONGEST_MS = 60_000;
const LEAST = 300;

/** @returns how many stories ran, and the sum of their counts */
export async function runStories<T extends Record<string, number>>(
  wanted: number,
  story: (seed: number) => Promise<T>,
): Promise<{ stories: number; total: T }> {
  const count = Number(GIVEN ?? wanted);
  const until = GIVEN === undefined && !process.env['CI'] ? performance.now() + LONGEST_MS : Infinity;
  // Faults are errors, thousands each second, and no one reads their stack traces.
  const { stackTraceLimit } = Error;
  if (count > 1) Error.stackTraceLimit = 0;
  const total: Record<string, number> = {};
  let stories = 0;
  const before = process.cpuUsage();
  while (stories < count && (stories < LEAST || performance.now() < until)) {
    const seed = FIRST + stories;
    const counts = await story(seed).catch((error: unknown) => {
      throw new Error(`SEED=${seed}: ${(error as Error).message}`, { cause: error });
    });
    for (const [name, times] of Object.entries(counts)) total[name] = (total[name] ?? 0) + times;
    stories += 1;
  }
  Error.stackTraceLimit = stackTraceLimit;
  const { user, system } = process.cpuUsage(before);
  const seconds = ((user + system) / 1e6).toFixed(1);
  console.log(`${stories} stories from seed ${FIRST} in ${seconds} s of processor time: ${JSON.stringify(total)}`);
  return { stories, total: total as T };
}
