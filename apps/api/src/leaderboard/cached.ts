/**
 * Caches results for `ms`, so that a badge on a busy page costs one query instead of one for each reader. Calls during
 * a query share its result. Failures are not cached.
 * @param most how many keys are cached
 */
export function cached<T>(load: (key: string) => Promise<T>, { ms, most }: { ms: number; most: number }) {
  const known = new Map<string, { answer: Promise<T>; until: number }>();
  return (key: string): Promise<T> => {
    const found = known.get(key);
    if (found && found.until > performance.now()) return found.answer;
    known.delete(key);
    const oldest = known.size >= most ? known.keys().next() : null;
    if (oldest?.done === false) known.delete(oldest.value);
    const answer = load(key);
    known.set(key, { answer, until: performance.now() + ms });
    answer.catch(() => known.delete(key));
    return answer;
  };
}
