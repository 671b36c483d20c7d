/** A linear reader of eight times the text takes about eight times as long, a quadratic one sixty-four times. */
export const LINEAR_AT_MOST = 40;
const TIMES = 8;
/** Below this, processor time cannot be told from noise. */
const LEAST_US = 2_000;

/**
 * How many times as much processor time a reader takes for eight times the text, or for eight times the bytes.
 * @param build a text of about so many characters
 */
export function timesAsMuch<Text = string>(
  read: (text: Text) => unknown,
  build: (size: number) => Text,
  small = 32_768,
): number {
  const cost = (text: Text): number => {
    const before = process.cpuUsage();
    read(text);
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  const [short, long] = [build(small), build(TIMES * small)];
  read(short);
  const base = Math.max(Math.min(cost(short), cost(short), cost(short)), LEAST_US);
  const first = cost(long) / base;
  return first < LINEAR_AT_MOST ? first : Math.min(first, cost(long) / base);
}

/** For texts of one piece, again and again. */
export const repeating = (unit: string) => (size: number) => unit.repeat(Math.ceil(size / unit.length));
