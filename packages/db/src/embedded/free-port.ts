import { randomInt } from 'node:crypto';
// oxlint-disable-next-line no-restricted-imports -- listens briefly to find a free port
import { createServer } from 'node:net';
import { ClusterError } from './cluster-error.ts';

/**
 * A free port below the ephemeral range, from which the kernel assigns ports to outgoing
 * connections: one of those could take it before the server does.
 */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 50; attempt++) {
    const port = randomInt(15_000, 32_000);
    const server = createServer();
    const free = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
    });
    await new Promise((resolve) => server.close(resolve));
    if (free) return port;
  }
  throw new ClusterError('no free port on 127.0.0.1');
}
