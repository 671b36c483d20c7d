import { createServer, type AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { withConnection } from './with-connection.ts';

const connect = (url: string) => withConnection({ url, connectTimeoutMs: 2_000 }, async () => 'connected');

it.each([
  // A name with two addresses: the error is an AggregateError without a message.
  ['localhost', /^the database at localhost:\d+ cannot be reached: connect ECONNREFUSED/u],
  ['127.0.0.1', /^the database at 127\.0\.0\.1:\d+ cannot be reached: connect ECONNREFUSED/u],
])('a server at %s that does not listen is named, with the reason', async (host, message) => {
  const free = createServer();
  await new Promise<void>((resolve) => free.listen(0, '127.0.0.1', resolve));
  const { port } = free.address() as AddressInfo;
  await new Promise((resolve) => free.close(resolve));
  const failed = connect(`postgresql://me:secret@${host}:${port}/palisade`);
  await expect(failed).rejects.toThrow(message);
  await expect(failed).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  await expect(failed).rejects.not.toThrow(/secret/u);
});
