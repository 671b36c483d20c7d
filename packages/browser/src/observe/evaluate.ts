import type { PageSession } from '../devtools/target-session.ts';

export async function isolatedWorld(cdp: PageSession, frameId: string): Promise<number | null> {
  try {
    const { executionContextId } = await cdp.send('Page.createIsolatedWorld', { frameId, worldName: 'palisade' });
    return executionContextId;
  } catch {
    return null;
  }
}

const EVALUATE_MS = 3_000;

/**
 * @param contextId undefined: in the page's own world
 * @returns null if the page went away or was too busy to answer
 */
export async function evaluate(
  cdp: PageSession,
  contextId: number | undefined,
  expression: string,
  awaitPromise: boolean,
): Promise<unknown> {
  const late = new Promise<null>((done) => setTimeout(done, EVALUATE_MS, null).unref());
  const answer = cdp
    .send('Runtime.evaluate', {
      expression,
      ...(contextId !== undefined && { contextId }),
      awaitPromise,
      returnByValue: true,
      timeout: EVALUATE_MS,
    })
    .then(({ result, exceptionDetails }) => (exceptionDetails ? null : (result.value as unknown)))
    .catch(() => null);
  return Promise.race([answer, late]);
}
