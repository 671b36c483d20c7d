import type { PageSession, Wire } from '../devtools/target-session.ts';

/** Chats, pop-ups and skimmers wait for some seconds after the page is loaded. */
const LATER_MS = 15_000;
/** Requests are waited for within that time; a stream that stays open would stop it. */
const WITH_REQUESTS_MS = 1_500;
const WITHOUT_MS = 500;
/** Timers of zero milliseconds that set the next would otherwise stop the clock. */
const TASKS_AT_ONCE = 100;
const LATER = { budget: LATER_MS, maxVirtualTimeTaskStarvationCount: TASKS_AT_ONCE };
const SET = 'Emulation.setVirtualTimePolicy';

/**
 * Lets a page's timers run out: its clock jumps from timer to timer, and stands still while requests are in progress. Seconds of
 * the page cost some milliseconds. Afterwards its clock stands still: no animation runs while policies are tested, and what
 * waits for the page's tasks needs `whileTimePasses`.
 * @param streams there are requests that stay open
 * @param others frames with their own process and workers, each with its own clock
 */
export async function passTime(cdp: PageSession, streams: boolean, others: readonly Wire[]): Promise<void> {
  for (const one of others) void one.send(SET, { policy: 'advance', ...LATER }).catch(() => undefined);
  if (!streams && (await ranOut(cdp, 'pauseIfNetworkFetchesPending', WITH_REQUESTS_MS))) return;
  await ranOut(cdp, 'advance', WITHOUT_MS);
}

/**
 * Ends a script that runs without a pause. One that waits for the clock in a loop would run until the end of the visit: the clock
 * stands still while a task runs.
 * @returns true if the page did not answer within `ms`: its script was ended, and it runs no others
 */
export async function endStuckScript(cdp: PageSession, ms: number): Promise<boolean> {
  let late: NodeJS.Timeout | undefined;
  const answer = cdp.send('Page.getFrameTree').then(
    () => false,
    () => false,
  );
  const stuck = await Promise.race([answer, new Promise<boolean>((done) => (late = setTimeout(done, ms, true)))]);
  clearTimeout(late);
  if (!stuck) return false;
  // Chromium reads both while the script runs.
  await Promise.all([
    cdp.send('Emulation.setScriptExecutionDisabled', { value: true }).catch(() => undefined),
    cdp.send('Runtime.terminateExecution').catch(() => undefined),
  ]);
  return true;
}

/** The clocks of a page, its frames and workers run as ours does until the work is done, or for a second. */
export async function whileTimePasses<T>(
  cdp: PageSession,
  work: Promise<T>,
  others: readonly Wire[] = [],
): Promise<T | undefined> {
  const ticking = { policy: 'advance', budget: TICK_MS } as const;
  const tick = (): void => {
    void cdp.send(SET, ticking).catch(() => undefined);
    for (const one of others) void one.send(SET, ticking).catch(() => undefined);
  };
  tick();
  const ticks = setInterval(tick, TICK_MS);
  let late: NodeJS.Timeout | undefined;
  try {
    return await Promise.race([
      work,
      new Promise<undefined>((done) => (late = setTimeout(done, ANSWER_MS, undefined))),
    ]);
  } finally {
    clearInterval(ticks);
    clearTimeout(late);
  }
}
const TICK_MS = 20;
const ANSWER_MS = 1_000;

/** @returns false: there is time left on the page's clock after `ms` real milliseconds, or the page is gone */
async function ranOut(cdp: PageSession, policy: 'advance' | 'pauseIfNetworkFetchesPending', ms: number) {
  let late: NodeJS.Timeout | undefined;
  let onEnd = (): void => undefined;
  const ended = new Promise<boolean>((resolve) => {
    onEnd = () => resolve(true);
    late = setTimeout(resolve, ms, false);
    cdp.once('Emulation.virtualTimeBudgetExpired', onEnd);
    // Not waited for: a page whose script does not end does not answer.
    cdp.send(SET, { policy, ...LATER }).catch(() => resolve(false));
  });
  try {
    return await ended;
  } finally {
    clearTimeout(late);
    cdp.off('Emulation.virtualTimeBudgetExpired', onEnd);
  }
}
