import { connect, type Socket } from 'node:net';
import { createServer, type TlsOptions, type TLSSocket } from 'node:tls';
import { once } from 'node:events';
import { sharedCa } from '@palisade/lab/ca';
import { startLab, type Lab } from '@palisade/lab/lab';
import { afterEach, describe, expect, it } from 'vitest';
import { closeLoopback, egressOver, listen, policyOf } from './test/loopback.ts';

const signal = AbortSignal.timeout(30_000);
let lab: Lab | undefined;
afterEach(async () => {
  await closeLoopback();
  await lab?.close();
  lab = undefined;
});

async function handshakeWith(tls: TlsOptions, trusted = true) {
  lab = await startLab({ sites: [{ host: 'site.test', tls, httpsPort: 0, http: 'none' }] });
  const { extraCa, ...strangers } = lab.policy;
  const egress = egressOver(trusted ? { ...strangers, extraCa } : strangers);
  return egress.connectTls({ host: 'site.test', port: lab.site('site.test').httpsPort, signal });
}

describe('a handshake', () => {
  it.each([['TLSv1'], ['TLSv1.1'], ['TLSv1.2'], ['TLSv1.3']] as const)('comes about with %s', async (version) => {
    const options = { minVersion: version, maxVersion: version, ciphers: 'DEFAULT:@SECLEVEL=0' };
    expect((await handshakeWith(options)).getProtocol()).toBe(version);
  });

  it('leaves the judgment of the certificate to the caller', async () => {
    expect((await handshakeWith({})).authorized).toBe(true);
    await lab?.close();
    expect((await handshakeWith({}, false)).authorized).toBe(false);
  });

  it('sends the name, or none for an address (RFC 6066 §3)', async () => {
    const names: string[] = [];
    const SNICallback: TlsOptions['SNICallback'] = (name, found) => {
      names.push(name);
      found(null);
    };
    await handshakeWith({ SNICallback });
    const site = lab?.site('site.test');
    const egress = egressOver({ ...policyOf(null) });
    await egress.connectTls({ host: site?.address ?? '', port: site?.httpsPort ?? 0, signal });
    expect(names).toEqual(['site.test']);
  });
});

describe('servers that cannot', () => {
  const tlsAt = (port: number, timeoutMs = 1000) =>
    egressOver(policyOf(null)).connectTls({ host: '127.77.8.1', port, signal, timeoutMs });

  it.each([
    ['say nothing', () => undefined, 'timeout'],
    ['drip', (socket: Socket) => void setInterval(() => socket.write('\u0016'), 10).unref(), 'tls'],
    ['hang up', (socket: Socket) => socket.end(), 'tls'],
    ['reset', (socket: Socket) => socket.once('data', () => socket.resetAndDestroy()), 'tls'],
    ['speak HTTP', (socket: Socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'), 'tls'],
  ])('those that %s', async (_, serve, code) => {
    const { port } = await listen('127.77.8.1', serve);
    await expect(tlsAt(port)).rejects.toMatchObject({ name: 'NetworkFault', code, blame: 'site' });
  });

  it('those that never stop sending', async () => {
    const records = Buffer.concat(Array<Buffer>(4000).fill(Buffer.from([0x16, 3, 3, 0, 4, 0, 0, 0, 0])));
    const { port } = await listen('127.77.8.1', (socket) => {
      const more = (): void => {
        while (!socket.destroyed && socket.write(records));
      };
      socket.on('drain', more);
      more();
    });
    await expect(tlsAt(port, 10_000)).rejects.toThrow(/too many bytes/u);
  });
});

it('a server that renegotiates endlessly is abandoned', async () => {
  const { key, chainPem } = await (await sharedCa()).issue({ names: ['a.test'] });
  let asked = 0;
  const again = (socket: TLSSocket): void => {
    asked += 1;
    socket.renegotiate({}, (error) => error ?? again(socket));
  };
  const tls = createServer({ key, cert: chainPem, maxVersion: 'TLSv1.2' }, (socket) => {
    socket.on('error', () => undefined);
    again(socket);
  });
  const { port } = await listen('127.77.8.1', (socket) => tls.emit('connection', socket));
  const secure = await egressOver(policyOf(null)).connectTls({ host: '127.77.8.1', port, signal });
  if (!secure.destroyed) await once(secure, 'close');
  expect(asked).toBeGreaterThan(1);
  expect(asked).toBeLessThan(10);
});

it('a server that resets on a ClientHello of two segments gets a small one', async () => {
  lab = await startLab({ sites: [{ host: 'site.test', httpsPort: 0, http: 'none' }] });
  const { address, httpsPort } = lab.site('site.test');
  const sizes: number[] = [];
  const front = await listen('127.77.8.2', (socket) =>
    socket.once('data', (hello) => {
      sizes.push(hello.length);
      if (hello.length > 1400) {
        socket.resetAndDestroy();
        return;
      }
      const behind = connect(httpsPort, address);
      behind.on('error', () => socket.destroy());
      behind.write(hello);
      socket.pipe(behind).pipe(socket);
    }),
  );
  const url = new URL(`https://127.77.8.2:${front.port}/`);
  expect((await egressOver(policyOf(null)).request({ url, signal })).status).toBe(200);
  expect(sizes.length).toBe(2);
});
