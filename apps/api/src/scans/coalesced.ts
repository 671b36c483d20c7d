/**
 * A data loader for one key at a time: calls for the same key during a lookup share the next one.
 * Each result comes from a lookup that began after its call.
 */
export function coalesced<T>(load: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const running = new Map<string, Promise<unknown>>();
  const next = new Map<string, Promise<T>>();

  const begin = (key: string): Promise<T> => {
    const answer = load(key);
    const over = answer
      .then(
        () => undefined,
        () => undefined,
      )
      .then(() => {
        if (running.get(key) === over) running.delete(key);
      });
    running.set(key, over);
    return answer;
  };

  return (key) => {
    const under = running.get(key);
    if (!under) return begin(key);
    const known = next.get(key);
    if (known) return known;
    const answer = under.then(() => {
      next.delete(key);
      return begin(key);
    });
    next.set(key, answer);
    return answer;
  };
}
