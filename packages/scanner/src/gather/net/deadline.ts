/**
 * A timer that lets what has already arrived be read first. When another scan has kept the event
 * loop busy, a timer is due before the answers that came meanwhile are looked at; one turn of
 * polling (setImmediate runs after it) keeps our own delay from being blamed on the site.
 */
export function setDeadline(ms: number, expire: () => void): { clear(): void } {
  let immediate: NodeJS.Immediate | undefined;
  const timer = setTimeout(() => {
    immediate = setImmediate(expire);
  }, ms);
  return {
    clear() {
      clearTimeout(timer);
      if (immediate) clearImmediate(immediate);
    },
  };
}

/** The same as a signal; `clear` it when the work is done. */
export function deadlineSignal(ms: number): { signal: AbortSignal; clear(): void } {
  const controller = new AbortController();
  const { clear } = setDeadline(ms, () => {
    controller.abort(new DOMException('the time for this exchange is up', 'TimeoutError'));
  });
  return { signal: controller.signal, clear };
}
