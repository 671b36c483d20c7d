/**
 * Answers of the last seconds, so that a badge on a busy page is one query and not one for each reader.
 * Callers who come while it is being asked for wait for the same answer; a failure is not remembered.
 */
export function remembered<T>(ask: (key: string) => Promise<T>, { ms, most }: { ms: number; most: number }) {
  const known = new Map<string, { answer: Promise<T>; until: number }>();
  return (key: string): Promise<T> => {
    const found = known.get(key);
    if (found && found.until > performance.now()) return found.answer;
    known.delete(key);
    const oldest = known.size >= most ? known.keys().next() : null;
    if (oldest?.done === false) known.delete(oldest.value);
    const answer = ask(key);
    known.set(key, { answer, until: performance.now() + ms });
    answer.catch(() => known.delete(key));
    return answer;
  };
}
