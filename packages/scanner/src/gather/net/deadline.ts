import { Patience } from './patience.ts';

/**
 * A timer that lets what has already arrived be read first. When another scan has kept the event
 * loop busy, a timer is due before the answers that arrived meanwhile are read; one turn of
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

export interface TimeLimit {
  /** Aborts when the time is up, or when the parent does, with its reason. */
  signal: AbortSignal;
  /** The work is done: nothing aborts any more, and neither timer nor parent holds it. */
  clear(): void;
}

/**
 * A share of a scan's time. `AbortSignal.timeout` cannot be cleared: its timer, and the signals made from it, held
 * all that a scan had left for half a minute after it, which the garbage collector marked again and again.
 */
export function timeLimit(parent: AbortSignal | undefined, ms: number): TimeLimit {
  return limitedBy(parent, (expire) => setDeadline(ms, expire));
}

/** The same for a query to other services, which a busy scanner does not cut short. */
export function patientLimit(parent: AbortSignal | undefined, ms: number): TimeLimit {
  return limitedBy(parent, (expire) => ({ clear: new Patience(ms).onceOver(expire) }));
}

function limitedBy(parent: AbortSignal | undefined, start: (expire: () => void) => { clear(): void }): TimeLimit {
  const controller = new AbortController();
  const { signal } = controller;
  if (parent?.aborted) {
    controller.abort(parent.reason);
    return { signal, clear: () => undefined };
  }
  const onAbort = (): void => {
    timer.clear();
    controller.abort(parent?.reason);
  };
  const clear = (): void => {
    timer.clear();
    parent?.removeEventListener('abort', onAbort);
  };
  const timer = start(() => {
    clear();
    controller.abort(new DOMException('this part of the scan reached its time limit', 'TimeoutError'));
  });
  parent?.addEventListener('abort', onAbort, { once: true });
  return { signal, clear };
}
