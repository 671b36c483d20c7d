import type { Batch } from '@palisade/report/batch';
import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { json, type Service } from './service.ts';

interface Delivery {
  id: string;
  state: string;
  next_attempt_at: string | null;
  attempts: { status: number | null; error: string | null }[];
}

/** After the last scan: two seconds of the clock, a pause of five before the second try, and a busy machine. */
const SLOW_MS = 90_000;

export function batches(service: () => Service): void {
  it(
    'scans in the background, and notifies the caller’s server in a message that Standard Webhooks verifies',
    async () => {
      const key = await service().key({ scansPerMonth: 20 });
      const auth = { 'x-api-key': key };
      const order = async (urls: string[], callback_url: string) =>
        (await json(await service().post('/api/scans', { urls, callback_url }, auth))) as unknown as Batch & {
          callback: { secret: string };
        };
      const hooks = service().lab.site('hooks.test');
      const ok = await order(['bare.test', 'refused.test', 'perfect.test'], hooks.url('/ok?team=1'));
      const others = {
        flaky: await order(['bare.test'], hooks.url('/flaky')),
        gone: await order(['bare.test'], hooks.url('/gone')),
        private: await order(['bare.test'], 'https://inside.test/hook'),
        redirect: await order(['bare.test'], service().lab.url('to-private.test')),
        untrusted: await order(['bare.test'], service().lab.url('expired.test', '/hook')),
      };
      const delivery = async ({ batch_id }: Batch): Promise<Delivery | undefined> =>
        ((await json(await service().get(`/api/scans/${batch_id}/deliveries`, auth)))['deliveries'] as Delivery[])[0];
      const tried = async (batch: Batch, times = 1) => {
        await expect
          .poll(async () => (await delivery(batch))?.attempts.length, { timeout: SLOW_MS, interval: 200 })
          .toBeGreaterThanOrEqual(times);
        return delivery(batch);
      };

      expect(await tried(ok)).toMatchObject({ state: 'delivered', attempts: [{ status: 204, error: null }] });
      const sent = hooks.requests.filter(({ path }) => path === '/ok?team=1');
      expect(sent.map(({ method }) => method)).toEqual(['POST']);
      const headers = Object.fromEntries((sent[0]?.headers ?? []).map(([name, value]) => [name.toLowerCase(), value]));
      const message = new Webhook(ok.callback.secret).verify(sent[0]?.body ?? '', headers) as {
        type: string;
        data: Batch;
      };
      expect(message.type).toBe('batch.done');
      expect(message.data.counts).toEqual({ total: 3, waiting: 0, running: 0, done: 2, failed: 1 });
      expect(message.data.scans[1]).toMatchObject({ state: 'failed', status: 502 });
      const found = (await json(await service().get(`/api/scans/${ok.batch_id}`, auth))) as unknown as Batch;
      expect(message.data).toEqual({ ...found, callback: undefined });
      await json(await service().get(`/api/reports/${message.data.scans[2]?.report_id}`));
      // A signature with another key's secret, or over another text, fails.
      expect(() => new Webhook(ok.callback.secret).verify(`${sent[0]?.body} `, headers)).toThrow('signature');

      const [gone, inside, redirect, untrusted, flaky] = await Promise.all([
        tried(others.gone),
        tried(others.private),
        tried(others.redirect),
        tried(others.untrusted),
        tried(others.flaky, 2),
      ]);
      expect(gone).toMatchObject({ state: 'failed', attempts: [{ status: 410 }] });
      expect(inside?.attempts[0]).toMatchObject({
        status: null,
        error: 'inside.test does not resolve to a public address (private)',
      });
      expect(inside?.state).not.toBe('failed');
      expect(redirect?.attempts[0]).toMatchObject({ status: 302, error: 'redirects are not followed' });
      expect(untrusted?.attempts[0]).toMatchObject({
        status: null,
        error: expect.stringMatching(/not trusted/) as string,
      });
      expect(flaky).toMatchObject({ state: 'delivered', attempts: [{ status: 500 }, { status: 204 }] });
      const [first, second] = hooks.requests.filter(({ path }) => path === '/flaky');
      expect(second?.body).toBe(first?.body);
      // Seven units are consumed; that of the refused site was refunded.
      expect(await json(await service().get(`/api/usage?key=${key}`))).toMatchObject({ scans_used: 7 });
    },
    2 * SLOW_MS,
  );
}
