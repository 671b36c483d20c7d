/** A linear reader of eight times the text takes about eight times as long, a quadratic one sixty-four times. */
export const LINEAR_AT_MOST = 40;
const TIMES = 8;
/** Below this, processor time cannot be told from noise. */
const LEAST_US = 2_000;
/** A linear reader that was held up once is measured again; a quadratic one stays above the limit. */
const ROUNDS = 4;

/**
 * How many times as much processor time a reader takes for eight times the text, or for eight times the bytes.
 * @param build a text of about so many characters
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
    // The short text again, so that both were read while the machine was equally fast.
    shorts.push(cost(short), cost(short));
    times = Math.min(...longs) / Math.max(Math.min(...shorts), LEAST_US);
  }
  return times;

  /** Microseconds of this thread alone: compiler, collector and test runner work on others. */
  function cost(text: Text): number {
    const before = process.threadCpuUsage();
    read(text);
    const { user, system } = process.threadCpuUsage(before);
    return user + system;
  }
}

/** For texts of one piece, again and again. */
export const repeating = (unit: string) => (size: number) => unit.repeat(Math.ceil(size / unit.length));
