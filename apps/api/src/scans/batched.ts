/**
 * Answers yes-or-no questions with one look-up for all that are asked while the last is under way.
 * @param load of those keys, the ones for which the answer is yes
 */
export function batched(load: (keys: string[]) => Promise<ReadonlySet<string>>): (key: string) => Promise<boolean> {
  let asking: { keys: Set<string>; answer: Promise<ReadonlySet<string>> } | null = null;
  let last: Promise<unknown> = Promise.resolve();

  return async (key) => {
    if (!asking) {
      const batch = { keys: new Set<string>(), answer: Promise.resolve<ReadonlySet<string>>(new Set()) };
      batch.answer = last
        .catch(() => undefined)
        .then(() => {
          asking = null;
          return load([...batch.keys]);
        });
      last = batch.answer;
      asking = batch;
    }
    asking.keys.add(key);
    return (await asking.answer).has(key);
  };
}
