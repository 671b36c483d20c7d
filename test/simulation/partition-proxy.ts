import { connect, createServer, type Socket } from 'node:net';

/** A TCP proxy whose connections can be cut: by resets, as in a restart, or by silence, as with a lost route. */
export interface PartitionProxy {
  port: number;
  set(way: 'open' | 'reset' | 'silent'): void;
  close(): void;
}

export async function partitionProxy(to: { host: string; port: number }): Promise<PartitionProxy> {
  let way: 'open' | 'reset' | 'silent' = 'open';
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    if (way === 'reset') {
      near.resetAndDestroy();
      return;
    }
    const far = connect(to);
    for (const [from, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      // Silence loses nothing: TCP retransmits, so data sent meanwhile arrives late.
      if (way === 'silent') from.pause();
      from.on('data', (bytes) => void other.write(bytes));
      from.on('error', () => undefined);
      from.on('close', () => {
        sockets.delete(from);
        other.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as { port: number }).port,
    set(next) {
      way = next;
      for (const socket of sockets) {
        if (next === 'reset') socket.resetAndDestroy();
        else if (next === 'silent') socket.pause();
        else socket.resume();
      }
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
