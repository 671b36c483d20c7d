/**
 * Answers yes-or-no queries in batches: those that arrive during a lookup share the next one.
 * @param load returns the keys for which the answer is yes
 */
export function batched(load: (keys: string[]) => Promise<ReadonlySet<string>>): (key: string) => Promise<boolean> {
  let next: { keys: Set<string>; answer: Promise<ReadonlySet<string>> } | null = null;
  let last: Promise<unknown> = Promise.resolve();

  return async (key) => {
    if (!next) {
      const batch = { keys: new Set<string>(), answer: Promise.resolve<ReadonlySet<string>>(new Set()) };
      batch.answer = last
        .catch(() => undefined)
        .then(() => {
          next = null;
          return load([...batch.keys]);
        });
      last = batch.answer;
      next = batch;
    }
    next.keys.add(key);
    return (await next.answer).has(key);
  };
}
