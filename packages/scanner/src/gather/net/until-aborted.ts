/** Waits for shared work no longer than one waiter wants to: `ended` says what the waiter gets when its signal fires first. */
export function untilAborted<T>(work: Promise<T>, signal: AbortSignal, ended: () => T): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = (): void => {
      try {
        resolve(ended());
      } catch (error) {
        reject(error);
      }
    };
    if (signal.aborted) {
      // The work may still fail after no one waits for it: ignores the rejection.
      work.catch(() => undefined);
      leave();
      return;
    }
    signal.addEventListener('abort', leave, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}
