/**
 * `node --import 'enter-program.ts?to=<URL>' apps/api/src/server.ts` runs that bundle instead of the named module. So a
 * service has the same name in a list of processes, whether it was bundled or not.
 */
import { registerHooks } from 'node:module';

const to = new URL(import.meta.url).searchParams.get('to');
if (to !== null) {
  const hooks = registerHooks({
    // What is resolved first is what the process was started with.
    resolve() {
      hooks.deregister();
      return { url: to, format: 'module', shortCircuit: true };
    },
  });
}
