import { afterEach, expect, it } from 'vitest';
import { openDatagrams, type OpenDatagrams } from './datagrams.ts';
import { dialTcp } from './dial.ts';
import { MAX_PER_HOST, MAX_PER_SCAN } from './connection-slots.ts';
import { createEgressOver } from './guarded-egress.ts';
import { closeLoopback, policyOf, startDns } from './test/loopback.ts';

afterEach(closeLoopback);

const signal = AbortSignal.timeout(20_000);
/** Records what would be sent, and sends nothing. */
function recorder() {
  const opened: string[] = [];
  let closed = 0;
  const open: OpenDatagrams = ({ address }, port) => {
    opened.push(`${address} ${port}`);
    return { send() {}, onMessage() {}, onFault() {}, close: () => (closed += 1) };
  };
  return { open, opened, closed: () => closed };
}

it.each(['127.0.0.1', '10.0.0.1', '169.254.169.254', '[::1]', '[fd00::1]', '::ffff:127.0.0.1', 'inside.test'])(
  'nothing is sent to %s',
  async (host) => {
    const dns = await startDns({ records: ['inside.test A 192.168.1.1'] });
    const { open, opened } = recorder();
    const egress = createEgressOver(policyOf(dns), dialTcp, undefined, open);
    await expect(egress.datagrams({ host: host.replaceAll(/[[\]]/gu, ''), port: 443, signal })).rejects.toThrow();
    egress.close();
    expect(opened).toEqual([]);
  },
);

it('nothing is sent to a port that connections may not use', async () => {
  const { open, opened } = recorder();
  const egress = createEgressOver(policyOf(null, { allowPorts: [443] }), dialTcp, undefined, open);
  await expect(egress.datagrams({ host: '127.77.1.1', port: 53, signal })).rejects.toThrow(/port 53/u);
  egress.close();
  expect(opened).toEqual([]);
});

it('they count like connections, and end with the scan', async () => {
  const { open, opened, closed } = recorder();
  const egress = createEgressOver(policyOf(null), dialTcp, undefined, open);
  const ask = () => egress.datagrams({ host: '127.77.1.1', port: 443, signal });
  for (let n = 0; n < MAX_PER_SCAN - MAX_PER_HOST; n += 1) (await ask()).close();
  await Promise.all(Array.from({ length: MAX_PER_HOST }, ask));
  await expect(ask()).rejects.toThrow(/its limit/u);
  expect(opened).toHaveLength(MAX_PER_SCAN);
  egress.close();
  expect(closed()).toBe(MAX_PER_SCAN);
});

it('a socket that is closed before it is open sends nothing and throws nothing', async () => {
  const line = openDatagrams({ address: '127.77.1.1', family: 4 }, 9);
  line.send(Buffer.from('x'));
  line.close();
  line.close();
  line.send(Buffer.from('x'));
  await new Promise((resolve) => setTimeout(resolve, 20));
});
