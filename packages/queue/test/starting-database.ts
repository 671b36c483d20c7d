import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** ErrorResponse of the PostgreSQL protocol (§55.7): severity, SQLSTATE 57P03, message. */
function startingUp(): Buffer {
  const fields = Buffer.from('SFATAL\0VFATAL\0C57P03\0Mthe database system is starting up\0\0');
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}

/** A PostgreSQL that can answer every new connection like one that is starting up. */
export async function startingDatabase(databaseUrl: string) {
  const real = new URL(databaseUrl);
  const state = { starting: true };
  const open = new Set<Socket>();
  const server = createServer((near) => {
    open.add(near);
    near.on('error', () => undefined).on('close', () => open.delete(near));
    if (state.starting) {
      near.once('data', () => near.end(startingUp()));
      return;
    }
    const far = connect(Number(real.port), real.hostname);
    far.on('error', () => near.destroy()).on('close', () => near.destroy());
    near.on('close', () => far.destroy());
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    state,
    cut: () => open.forEach((socket) => socket.destroy()),
    close: () => server.close(),
  };
}
