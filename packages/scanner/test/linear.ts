/** With eight times the text, a linear parser takes about eight times as long, a quadratic one 64 times. */
export const LINEAR_AT_MOST = 40;
const TIMES = 8;
/** Below this, processor time is mostly noise. */
const LEAST_US = 2_000;
/** A linear parser that was delayed is measured again. A quadratic one always exceeds the limit. */
const ROUNDS = 4;

/**
 * The ratio of processor times for eight times the text, or eight times the bytes.
 * @param build returns a text of about that many characters
 */
export function timesAsMuch<Text = string>(
  read: (text: Text) => unknown,
  build: (size: number) => Text,
  small = 32_768,
): number {
  const [short, long] = [build(small), build(TIMES * small)];
  read(short);
  const shorts = [cost(short), cost(short), cost(short)];
  const longs: number[] = [];
  let times = Infinity;
  for (let round = 0; round < ROUNDS && times >= LINEAR_AT_MOST; round += 1) {
    longs.push(cost(long));
    // Measures the short text again, so that the speed of the machine was the same for both.
    shorts.push(cost(short), cost(short));
    times = Math.min(...longs) / Math.max(Math.min(...shorts), LEAST_US);
  }
  return times;

  /** Microseconds of this thread only: compiler, garbage collector and test runner use other threads. */
  function cost(text: Text): number {
    const before = process.threadCpuUsage();
    read(text);
    const { user, system } = process.threadCpuUsage(before);
    return user + system;
  }
}

/** Builds texts by repeating one unit. */
export const repeating = (unit: string) => (size: number) => unit.repeat(Math.ceil(size / unit.length));
