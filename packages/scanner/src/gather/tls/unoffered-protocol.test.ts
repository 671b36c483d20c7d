import { once } from 'node:events';
import { connect } from 'node:net';
import { serveScripted } from '@palisade/lab/tls/scripted-tls';
import { expect, it } from 'vitest';
import { tlsWith } from '../../../test/tls-evidence.ts';
import { have } from '../../evidence/gathered.ts';
import { VERSION } from '../../parse/tls/client-hello.ts';
import { createEgress } from '../net/create-egress.ts';
import { askHello } from './hello-probe.ts';
import { withWhatIsSpoken } from './no-handshake.ts';

const SUITE = 0xc02f;
const script = { versions: [0x0303], suites: [SUITE], chain: [] };
const signal = AbortSignal.timeout(20_000);

/** RFC 7301 §3.1: OpenSSL, BoringSSL and NSS end such a handshake. */
it.each([
  [['h2', 'http/1.1'], 'h2', 'h2'],
  [['h2', 'http/1.1'], 'h3', null],
  [undefined, 'h2', null],
])('offered %s, chosen %s', async (offered, chosen, alpn) => {
  const host = await serveScripted({ ...script, alpn: chosen });
  const open = async () => {
    const socket = connect({ host: host.address, port: host.port });
    await once(socket, 'connect');
    return socket;
  };
  const asked = { version: VERSION.tls12, suites: [SUITE], groups: [0x1d], serverName: null };
  const answer = await askHello({ ...asked, ...(offered ? { alpn: offered } : {}) }, { connect: open, signal });
  expect(answer).toMatchObject({ kind: 'hello', hello: { alpn } });
  await host.close();
});

it('the page is requested over HTTP/2 where that is chosen unasked, and the fault is named', async () => {
  const host = await serveScripted({ ...script, alpn: 'h3' });
  const policy = { allowCidrs: [`${host.address}/32`], allowPorts: [host.port], dnsServers: [], userAgent: 'x' };
  const egress = createEgress(policy);
  const fault: unknown = await egress
    .request({ url: new URL(`https://${host.address}:${host.port}/`), signal })
    .catch((error: unknown) => error);
  expect(host.connections()).toBe(2);
  const tls = Promise.resolve(have(tlsWith({})));
  await expect(withWhatIsSpoken(fault, host.address, tls)).rejects.toThrow('that the client did not offer (ALPN)');
  egress.close();
  await host.close();
});
