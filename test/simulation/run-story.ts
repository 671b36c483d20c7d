import { setTimeout as sleep } from 'node:timers/promises';
import { unfinishedWork } from '../unfinished-work.ts';
import type { Stack } from '../stack.ts';

const SETTLED_MS = 60_000;
const SCANS = 6;

/**
 * Callers send requests during the story. After it: within a minute no row is queued or running, no unit and no token is held,
 * exactly the answered scans were counted, every URL can be scanned again, and requests with one Idempotency-Key were
 * paid once. One JSON line.
 */
export async function runStory(
  stack: Stack,
  kind: string,
  name: string,
  story: () => Promise<unknown>,
): Promise<boolean> {
  const urls = Array.from({ length: SCANS }, (_, n) => `slow.test/?${encodeURIComponent(name)}=${n}`);
  const [{ stdout, stderr, code }, once, token] = await Promise.all([
    stack.cli('keys', 'create', '--email', 'story@palisade.test'),
    stack.cli('keys', 'create', '--email', 'once@palisade.test'),
    stack.cli('tokens', 'create', '--kind', 'one-time', '--email', 'story@palisade.test'),
  ]);
  const key = stdout.trim();
  if (key === '') throw new Error(`no key could be made: ${code} ${stderr}`);
  const scan = async (url: string, body: object = {}, headers: Record<string, string> = { 'x-api-key': key }) => {
    const to = 'one_time_token' in body ? '/api/scan' : '/api/scan/pro';
    const answer = await stack.post(to, { url, ...body }, headers).catch(() => null);
    await answer?.arrayBuffer().catch(() => undefined);
    return answer?.status ?? 0;
  };
  const withToken = () => scan('slow.test/?token', { one_time_token: token.stdout.trim() }, {});
  const onceKey = once.stdout.trim();
  const askOnce = () => scan('slow.test/?once', {}, { 'x-api-key': onceKey, 'idempotency-key': 'once' });
  const answers = Promise.all([...urls.map((url) => scan(url)), askOnce(), withToken()]);
  await sleep(1_200);
  await story();
  const healed = performance.now();
  const until = healed + SETTLED_MS;
  const statuses = await answers;
  const broken: string[] = [];
  let open = await unfinishedWork(stack);
  while (open !== null && performance.now() < until) {
    await sleep(500);
    open = await unfinishedWork(stack);
  }
  if (open !== null) broken.push(open);
  const settledMs = Math.round(performance.now() - healed);
  const again = async (what: string, ask: () => Promise<number>): Promise<void> => {
    let status = await ask();
    while (status !== 200 && performance.now() < until + SETTLED_MS) {
      await sleep(500);
      status = await ask();
    }
    if (status !== 200) broken.push(`${what} is still answered ${status}`);
  };
  await Promise.all([...urls.map((url) => again(url, () => scan(url))), again('the key', askOnce)]);
  const usageOf = async (of: string) =>
    (await (await fetch(`${stack.baseUrl}/api/usage?key=${of}`)).json()) as { scans_used: number };
  const [usage, keyed] = await Promise.all([usageOf(key), usageOf(onceKey)]);
  if (keyed.scans_used !== 1) broken.push(`${keyed.scans_used} units under one Idempotency-Key`);
  const served = statuses.slice(0, SCANS).filter((status) => status === 200).length;
  // An answer that a killed API could not deliver may have been counted: its report was made and stored.
  const lost = statuses.slice(0, SCANS).filter((status) => status === 0).length;
  const used = usage.scans_used - urls.length;
  if (used < served || used > served + lost) broken.push(`${used} units for ${served} reports`);
  if (![200, 0].includes(statuses.at(-1) ?? 0) && (await withToken()) !== 200) broken.push('the token is gone');
  console.log(JSON.stringify({ story: name, kind, statuses, settledMs, broken }));
  return broken.length === 0;
}
