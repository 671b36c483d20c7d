import type { Logger } from './logger.ts';

let inOrder = false;

/**
 * Ends this process immediately when its launcher dies during startup: what it
 * waits for then (a database, say) may never come. After `stopGracefully` it stops gracefully.
 */
export function endWithLauncher(): void {
  process.once('disconnect', () => {
    if (!inOrder) process.exit(1);
  });
}

/**
 * Stops a service process gracefully: on SIGTERM, Ctrl-C, or the death of its launcher.
 * `stop` finishes running work; after `budgetMs` the process exits anyway.
 */
export function stopGracefully(log: Logger, stop: () => Promise<void>, budgetMs: number): void {
  // Node would open a debugger, for any process on this machine that can send the signal and connect: a scanner, say.
  process.on('SIGUSR1', () => undefined);
  let stopping = false;
  inOrder = true;
  const begin = (why: string) => {
    if (stopping) return;
    stopping = true;
    log.info({ why }, 'stopping');
    setTimeout(() => {
      log.error('did not stop in time');
      process.exit(1);
    }, budgetMs).unref();
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'stopping failed');
        process.exit(1);
      },
    );
  };
  process.once('SIGTERM', () => begin('SIGTERM'));
  if (process.send) {
    // A terminal's Ctrl-C, Ctrl-\ and end reach every process of the group: the launcher decides the order, not the signal.
    for (const signal of ['SIGINT', 'SIGQUIT', 'SIGHUP'] as const) process.on(signal, () => undefined);
    process.once('disconnect', () => begin('the launcher has exited'));
    if (!process.connected) begin('the launcher has exited');
  } else {
    for (const signal of ['SIGINT', 'SIGQUIT', 'SIGHUP'] as const) process.once(signal, () => begin(signal));
  }
}
