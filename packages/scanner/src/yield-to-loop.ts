const waiting: (() => void)[] = [];

const next = (): void => {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(next);
};

/**
 * Resolves in a turn of the event loop that no other caller of this function shares. For CPU-bound work: if many scans
 * reach it at once, the sockets of all of them are served in between.
 */
export function yieldToLoop(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(next);
  });
}
