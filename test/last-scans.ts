import { expect, vi } from 'vitest';
import type { Lab } from '@palisade/lab/lab';
import { serviceProcess } from './service-process.ts';
import type { Stack } from './stack.ts';

const LEFT = 7;
const CALLERS = 500;

/** Specification §8 under faults: many callers for few scans, and the worker is killed in the middle. */
export async function lastScans({ stack, lab, kind }: { stack: Stack; lab: Lab; kind: string }): Promise<void> {
  const { stdout } = await stack.cli('keys', 'create', '--email', 'a@b.example', '--scans-per-month', String(LEFT));
  const key = stdout.trim();
  const worker = await serviceProcess(stack, /scan-worker\/src\/main\.ts$/);
  const path = `/?left&${kind}`;
  const answers = Array.from({ length: CALLERS }, async (_, caller) => {
    const answer = await stack.post('/api/scan/pro', { url: `slow.test${path}=${caller}` }, { 'x-api-key': key });
    await answer.arrayBuffer();
    return answer.status;
  });
  // Slow enough that the worker is killed during the scans.
  const underWay = () => lab.site('slow.test').requests.some((request) => request.path.startsWith(path));
  await vi.waitFor(() => expect(underWay()).toBe(true), { timeout: 20_000 });
  process.kill(worker, 'SIGKILL');
  const statuses = await Promise.all(answers);
  expect(statuses.filter((status) => status === 200)).toHaveLength(LEFT);
  expect(statuses.filter((status) => status === 429)).toHaveLength(CALLERS - LEFT);
  const usage = await fetch(`${stack.baseUrl}/api/usage?key=${key}`);
  expect(await usage.json()).toMatchObject({ scans_used: LEFT, scans_limit: LEFT });
}
