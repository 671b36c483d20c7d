import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { assess } from '@palisade/compliance/assess';
import { resultsOf } from '@palisade/report/findings';
import { manyFindings } from '../test/many-findings.ts';
import { sampleReport } from '../test/sample-report.ts';
import { createRenderer, type Renderer, type RendererOptions, RendererDied, RenderTimeout } from './renderer.ts';
import type { RenderOrder } from './render-order.ts';

const MISBEHAVING = new URL('../test/misbehaving-renderer.ts', import.meta.url);
const order = (serviceName: string): RenderOrder => ({ kind: 'scan', report: sampleReport(), names: { serviceName } });

const open: Renderer[] = [];
function renderer(options: RendererOptions = { entry: MISBEHAVING }): Renderer {
  const made = createRenderer(options);
  open.push(made);
  return made;
}
afterEach(() => {
  for (const made of open.splice(0)) made.close();
});

const isAlive = (pid: number | undefined) => {
  try {
    return process.kill(pid ?? -1, 0);
  } catch {
    return false;
  }
};
const pidOf = async (answer: Promise<Buffer>) => Number((await answer).toString());

describe('the process that draws', () => {
  it('draws both documents while this process continues', async () => {
    const shared = mkdtempSync(path.join(tmpdir(), 'shared-'));
    vi.stubEnv('TMPDIR', shared);
    const drawing = renderer({});
    const report = manyFindings(25);
    // Warm, so that the next order measures drawing and not the start.
    await drawing.render(order('Palisade'));
    vi.unstubAllEnvs();
    // Translated modules that were stored there could be another user's.
    expect(readdirSync(shared)).toEqual([]);
    rmSync(shared, { recursive: true });
    let longestPause = 0;
    let last = performance.now();
    const ticks = setInterval(() => {
      longestPause = Math.max(longestPause, performance.now() - last);
      last = performance.now();
    }, 5);
    const started = performance.now();
    const names = { serviceName: 'Palisade' };
    const [scan, compliance] = await Promise.all([
      drawing.render({ kind: 'scan', report, names }),
      drawing.render({ kind: 'compliance', report, names, assessment: assess(resultsOf(report)) }),
    ]);
    const took = performance.now() - started;
    clearInterval(ticks);
    for (const pdf of [scan, compliance]) expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    // Drawn in this process, layout alone would be one pause of about half the time. Both grow with the load.
    expect(longestPause).toBeLessThan(took / 4);
  });

  it('serves orders one by one in the same process, urgent ones first', async () => {
    const one = renderer();
    const served: string[] = [];
    const ask = (name: string, urgent: boolean) =>
      one.render(order(name), { urgent }).then((pid) => {
        served.push(name);
        return pid.toString();
      });
    const pids = await Promise.all([ask('first', false), ask('second', false), ask('caller waits', true)]);
    expect(served).toEqual(['first', 'caller waits', 'second']);
    expect(new Set(pids).size).toBe(1);
  });

  it.each([
    ['abort', {}, RendererDied],
    ['exit', {}, RendererDied],
    ['hoard', { heapMb: 40 }, RendererDied],
    ['spin', { timeoutMs: 5_000 }, RenderTimeout],
  ] as const)('%s: the order fails, and the next one gets a new process', async (fault, options, error) => {
    const ends: string[] = [];
    const faulty = renderer({ entry: MISBEHAVING, onEnd: (why) => ends.push(why), ...options });
    const before = await pidOf(faulty.render(order('fine')));
    const [failed, after] = await Promise.allSettled([
      faulty.render(order(fault)),
      pidOf(faulty.render(order('fine'))),
    ]);
    expect(failed).toMatchObject({ status: 'rejected', reason: expect.any(error) as unknown });
    expect(after).toMatchObject({ status: 'fulfilled' });
    expect(after).not.toMatchObject({ value: before });
    expect(ends).toHaveLength(1);
    await expect.poll(() => isAlive(before)).toBe(false);
  });

  it('passes on what drawing threw, and keeps running', async () => {
    const one = renderer();
    const before = await pidOf(one.render(order('fine')));
    await expect(one.render(order('throw'))).rejects.toMatchObject({ name: 'RangeError', message: 'no such glyph' });
    expect(await pidOf(one.render(order('fine')))).toBe(before);
  });

  it('is replaced when it uses too much memory', async () => {
    const one = renderer();
    const before = await pidOf(one.render(order('swell')));
    expect(await pidOf(one.render(order('fine')))).not.toBe(before);
  });

  it('gets no secret of this process', async () => {
    vi.stubEnv('APP_SECRET', 'a secret');
    const one = renderer();
    const pid = await pidOf(one.render(order('fine')));
    if (process.platform === 'linux') {
      const { readFileSync } = await import('node:fs');
      expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).not.toContain('a secret');
    }
    vi.unstubAllEnvs();
  });

  it('ends with its owner, which rejects the remaining orders', async () => {
    const one = renderer();
    const pid = await pidOf(one.render(order('fine')));
    const left = Promise.allSettled([one.render(order('spin')), one.render(order('fine'))]);
    one.close();
    for (const result of await left) expect(result).toMatchObject({ status: 'rejected' });
    await expect.poll(() => isAlive(pid)).toBe(false);
    await expect(one.render(order('fine'))).rejects.toThrow(RendererDied);
  });

  it('warms up by itself while it is idle', async () => {
    let asked = 0;
    const one = renderer({
      entry: MISBEHAVING,
      warmUp: { afterMs: 1, order: () => ((asked += 1), order('fine')) },
    });
    await expect.poll(() => one.pid()).toBeTypeOf('number');
    await sleep(1);
    expect(asked).toBe(1);
  });
});
