/**
 * `node --import 'enter-program.ts?to=<URL>' apps/api/src/server.ts` runs that bundle instead of the named module. So a
 * service has the same name in a list of processes, whether it was bundled or not.
 */
import { registerHooks } from 'node:module';
import { isMainThread } from 'node:worker_threads';

const to = new URL(import.meta.url).searchParams.get('to');
// The threads of a service inherit its flags, and run what they were started with.
if (to !== null && isMainThread) {
  // So do the processes that it forks.
  process.execArgv.splice(process.execArgv.indexOf(import.meta.url) - 1, 2);
  const hooks = registerHooks({
    // What is resolved first is what the process was started with.
    resolve() {
      hooks.deregister();
      return { url: to, format: 'module', shortCircuit: true };
    },
  });
}
