import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { createConnectionSlots, MAX_PER_HOST, MAX_PER_SCAN } from './connection-slots.ts';
import { answer, closeLoopback, egressOver, listen, OK, policyOf, recorder, startDns } from './test/loopback.ts';

const signal = AbortSignal.timeout(30_000);
afterEach(closeLoopback);

describe('politeness', () => {
  it(`holds at most ${MAX_PER_HOST} connections to one host, and every caller gets a turn`, async () => {
    let open = 0;
    let most = 0;
    const site = await listen('127.77.4.8', (socket) => {
      open += 1;
      most = Math.max(most, open);
      socket.resume();
      // Counted until the site lets go. Its own event of the close may come after the next visitor's connection.
      setTimeout(() => {
        open -= 1;
        socket.end(OK);
      }, 20);
    });
    // Two names of one address are one host to its owner.
    const dns = await startDns({ records: ['a.test A 127.77.4.8', 'b.test A 127.77.4.8'] });
    const egress = egressOver(policyOf(dns));
    const visits = Array.from({ length: 30 }, async (_, i) => {
      const socket = await egress.connect({ host: `${i % 2 ? 'a' : 'b'}.test`, port: site.port, signal });
      await once(socket.resume(), 'close');
    });
    await Promise.all(visits);
    expect([most, site.connections]).toEqual([MAX_PER_HOST, 30]);
  });

  it(`opens at most ${MAX_PER_SCAN} connections in total, and does not blame the site`, async () => {
    const { dial, dialed } = recorder();
    const egress = egressOver(policyOf(null), dial);
    const faults: unknown[] = [];
    for (let i = 0; i < MAX_PER_SCAN + 5; i += 1) {
      await egress.connect({ host: `127.77.5.${i}`, port: 80, signal }).catch((error: unknown) => faults.push(error));
    }
    expect(dialed.length).toBe(MAX_PER_SCAN);
    expect(faults.at(-1)).toMatchObject({ code: 'limit', blame: 'us' });
  });

  it('lets go of everything when the scan ends', async () => {
    const site = await listen('127.77.4.9', () => undefined);
    const egress = egressOver(policyOf(null));
    const socket = await egress.connect({ host: '127.77.4.9', port: site.port, signal });
    const waiting = egress.request({ url: new URL(`http://127.77.4.9:${site.port}/`), signal });
    const closed = once(socket, 'close');
    egress.close();
    await expect(waiting).rejects.toMatchObject({ name: 'NetworkFault' });
    await closed;
  });

  it('tries the next address when one does not answer', async () => {
    const site = await listen('127.77.4.11', answer(OK));
    const dns = await startDns({ records: ['two.test A 127.77.4.10', 'two.test A 127.77.4.11'] });
    const egress = egressOver(policyOf(dns));
    const { address } = await egress.request({ url: new URL(`http://two.test:${site.port}/`), signal });
    expect(address).toBe('127.77.4.11');
  });
});

it('a slot at rest is no one’s, and no idle connection is closed for its sake', async () => {
  const closed: string[] = [];
  const slots = createConnectionSlots((host) => closed.push(host));
  const held = await Promise.all(Array.from({ length: MAX_PER_HOST }, () => slots.acquire('a', signal)));
  held[0]?.(50);
  const next = slots.acquire('a', signal);
  expect([slots.wanted('a'), closed]).toEqual([false, []]);
  const another = slots.acquire('a', signal);
  expect([slots.wanted('a'), closed]).toEqual([true, ['a']]);
  held[1]?.();
  // In the order they asked: the slot given back at once goes to who waited longest.
  await next;
  await another;
  expect(slots.wanted('a')).toBe(false);
});
