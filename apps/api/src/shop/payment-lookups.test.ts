import { expect, it } from 'vitest';
import { createPaymentLookups } from './payment-lookups.ts';

const NEVER = new AbortController().signal;

/** A provider whose answers the test gives. */
function provider() {
  const asked: string[] = [];
  const answers = new Map<string, (payment: string | null) => void>();
  const ask = (id: string) => () => {
    asked.push(id);
    return new Promise<string | null>((resolve) => answers.set(id, resolve));
  };
  const settled = () => new Promise(setImmediate);
  const answer = async (id: string, payment: string | null = null) => {
    await settled();
    answers.get(id)?.(payment);
    await settled();
  };
  return { asked, ask, answer, settled };
}

it('callers that name the same payment share one lookup; a later caller gets a new one', async () => {
  const { asked, ask, answer } = provider();
  const lookups = createPaymentLookups();
  const both = [1, 2, 3].map((n) => lookups.run('pay_a', `client ${n}`, ask('pay_a'), NEVER));
  await answer('pay_a');
  expect(await Promise.all(both)).toEqual([null, null, null]);
  // It was paid meanwhile.
  const later = lookups.run('pay_a', 'client 1', ask('pay_a'), NEVER);
  await answer('pay_a', 'paid');
  expect(await later).toBe('paid');
  expect(asked).toEqual(['pay_a', 'pay_a']);
});

it('a flood from one address waits for its turns, and delays no other address', async () => {
  const { asked, ask, answer, settled } = provider();
  const lookups = createPaymentLookups();
  const flood = Array.from({ length: 40 }, (_, n) => lookups.run(`pay_${n}`, 'flood', ask(`pay_${n}`), NEVER));
  await settled();
  expect(asked).toHaveLength(6);
  const buyer = lookups.run('pay_bought', 'buyer', ask('pay_bought'), NEVER);
  await settled();
  expect(asked).toContain('pay_bought');
  await answer('pay_bought', 'paid');
  expect(await buyer).toBe('paid');
  for (let n = 0; n < 40; n += 1) await answer(`pay_${n}`);
  expect(await Promise.all(flood)).toHaveLength(40);
  expect(asked).toHaveLength(41);
});

it('a lookup that has failed frees its slot; one that no caller waits for any more is not made', async () => {
  const { asked, ask } = provider();
  const lookups = createPaymentLookups();
  const down = () => Promise.reject(new Error('down'));
  for (let n = 0; n < 20; n += 1) await expect(lookups.run(`pay_${n}`, 'one', down, NEVER)).rejects.toThrow('down');
  const life = new AbortController();
  const running = Array.from({ length: 6 }, (_, n) => lookups.run(`pay_r${n}`, 'one', ask(`pay_r${n}`), NEVER));
  const late = lookups.run('pay_late', 'one', ask('pay_late'), life.signal);
  life.abort();
  await expect(late).rejects.toThrow('too many payments are being looked up');
  expect(asked).toHaveLength(running.length);
});
