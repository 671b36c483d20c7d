const PAUSE_MS = 100;
/** A process on a busy machine, or next to a server that is starting up, needs more than one attempt at first. */
const FIRST_CONTACT_MS = 30_000;
/** Redis gives up on a single command after a second; connecting takes several. */
const SOON_MS = 3_000;
/** SQLSTATE: refused credentials, no such database. */
const PERMANENT = /^(?:28|3D)/;
/** Redis: refused credentials or commands. */
const REFUSED = /^(?:WRONGPASS|NOAUTH|NOPERM)\b/;

/**
 * What a process cannot start without: repeated for a while instead of ending the process.
 * @param isOver no longer wanted
 * @param onError called with each error after which it is tried again
 * @throws the last error; at once if the server refuses us
 */
export async function untilReached<T>(
  work: () => Promise<T>,
  isOver: () => boolean,
  onError: (error: Error) => void,
): Promise<T> {
  for (const end = Date.now() + FIRST_CONTACT_MS; ;) {
    try {
      return await work();
    } catch (error) {
      const { code = '', message = '' } = error as { code?: string; message?: string };
      if (isOver() || Date.now() > end || PERMANENT.test(code) || REFUSED.test(message)) throw error;
      onError(error as Error);
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

/**
 * A connection that should be there in a moment. A caller waits for it.
 * @param why what went wrong meanwhile
 */
export async function reachedSoon<T>(connection: Promise<T>, why: () => Error | undefined): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(why() ?? new Error(`no connection within ${SOON_MS} ms`)), SOON_MS);
  return Promise.race([connection, late]).finally(() => clearTimeout(timer));
}
