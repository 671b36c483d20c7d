import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { startLab } from '@palisade/lab/lab';
import { expect, it, onTestFinished } from 'vitest';
import { createReports, MAX_SCANS } from '../mcp/reports.ts';

interface Answer {
  id: number;
  result?: { content?: { text: string }[]; isError?: boolean; tools?: { name: string }[]; resources?: { uri: string }[]; contents?: { text: string }[]; serverInfo?: { name: string } }; // prettier-ignore
  error?: { message: string };
}

it('serves an agent: scan, explain, compare, suggest, and the report as a resource', async () => {
  const lab = await startLab({
    sites: [{ host: 'shown.test', https: { headers: [['Content-Type', 'text/html'], ['Server', 'evil/1.0 \u009b2J']], body: '<script src="https://cdn.test/a.js"></script>' } }], // prettier-ignore
  });
  const child = spawn(process.execPath, [fileURLToPath(new URL('../main.ts', import.meta.url)), 'mcp'], {
    env: { ...process.env, ...lab.env },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  onTestFinished(async () => {
    child.kill();
    await lab.close();
  });
  const waiting = new Map<number, (answer: Answer) => void>();
  createInterface({ input: child.stdout }).on('line', (text) => {
    const answer = JSON.parse(text) as Answer;
    waiting.get(answer.id)?.(answer);
  });
  let id = 0;
  const send = (message: object): void => void child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const ask = (method: string, params: object): Promise<Answer> => {
    id += 1;
    const answered = new Promise<Answer>((resolve) => waiting.set(id, resolve));
    send({ id, method, params });
    return answered;
  };
  const call = async (name: string, args: object) => (await ask('tools/call', { name, arguments: args })).result;
  const textOf = async (name: string, args: object) => (await call(name, args))?.content?.[0]?.text ?? '';

  const hello = await ask('initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  });
  expect(hello.result?.serverInfo?.name).toBe('palisade');
  send({ method: 'notifications/initialized' });
  const tools = (await ask('tools/list', {})).result?.tools?.map(({ name }) => name);
  expect(tools).toEqual(['scan', 'explain_check', 'compare', 'suggest_policy']);

  const url = lab.url('shown.test');
  const scanned = await textOf('scan', { url });
  expect(scanned).toMatch(/grade F, \d+ of 100 points/);
  expect(scanned).not.toMatch(/[\u0080-\u009f]/u);
  const uri = /palisade:\/\/reports\/\d+/.exec(scanned)?.[0] ?? '';
  const { contents } = (await ask('resources/read', { uri })).result ?? {};
  expect(JSON.parse(contents?.[0]?.text ?? '')).toMatchObject({ url, grade: 'F' });
  expect(await textOf('suggest_policy', { report: uri })).toMatch(/script-src [^;]*https:\/\/cdn\.test/);
  expect(await textOf('compare', { before: uri, after: uri })).toContain('Nothing changed.');
  expect(await textOf('explain_check', { check: 'dns/dmarc' })).toContain('"outcomes"');
  expect(await call('explain_check', { check: 'dns/none' })).toMatchObject({ isError: true });
  expect(await call('scan', { url: 'http://127.0.0.1/' })).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining('not a public address') as string }],
  });
});

it('a session has an end', async () => {
  const reports = createReports(async (url) => ({ url, ok: false, reason: 'no', refused: false }));
  const { signal } = new AbortController();
  for (let scan = 0; scan < MAX_SCANS; scan += 1) await expect(reports.scan('a.test', signal)).rejects.toThrow('no');
  await expect(reports.scan('a.test', signal)).rejects.toThrow('start another one');
});
