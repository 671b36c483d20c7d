import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBrowserDriver } from './driver-process.ts';

const WANTED = { url: 'https://a.test/', pages: 0, wallMs: 60_000 } as const;
const policy = { allowCidrs: [], allowPorts: [], dnsServers: [], userAgent: 'test' };
const browser = { executable: '/nowhere', env: {}, source: 'named' } as const;
const never = new AbortController().signal;

describe('the process that drives browsers', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'driver-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  /** Simulates a driver process that does `first` at its first order. One that starts after `answerFromNowOn` answers correctly. */
  const driver = async (first: string) => {
    const [entry, mark] = [path.join(folder, `${Math.random()}.mjs`), path.join(folder, `${Math.random()}`)];
    await writeFile(
      entry,
      `import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
const again = existsSync(${JSON.stringify(mark)});
createInterface({ input: process.stdin }).on('line', (line) => {
  const { type, id } = JSON.parse(line);
  if (type !== 'visit') return;
  if (again) process.stdout.write(JSON.stringify({ id, seen: '{}', cpuMs: 5, peakBytes: 1 }) + '\\n');
  else { ${first} }
});
process.stdin.on('end', () => process.exit(0));`,
    );
    const deaths: string[] = [];
    return {
      deaths,
      driver: createBrowserDriver({ policy, browser, entry, onDeath: (why) => deaths.push(why) }),
      answerFromNowOn: () => writeFile(mark, ''),
    };
  };

  it.each([
    ['crashes', 'process.exit(3)', /exit code 3/u],
    ['is killed', "process.kill(process.pid, 'SIGKILL')", /SIGKILL/u],
    ['says what no one asked', "process.stdout.write('{}\\n')", /SIGKILL/u],
    [
      'answers for another visit',
      "process.stdout.write(JSON.stringify({ id: crypto.randomUUID(), seen: '', cpuMs: 0, peakBytes: 0 }) + '\\n')",
      /SIGKILL/u,
    ],
    ['floods', "process.stdout.write('x'.repeat(9 * 1024 * 1024))", /SIGKILL/u],
  ])('that %s fails its visit, and the next visit starts another', async (_what, first, why) => {
    const { driver: one, deaths, answerFromNowOn } = await driver(first);
    await expect(one.visit(WANTED, never)).rejects.toThrow(why);
    expect(deaths).toEqual([expect.stringMatching(why)]);
    await answerFromNowOn();
    expect(await one.visit(WANTED, never)).toMatchObject({ seen: '{}' });
    expect(one.figures()).toEqual({ cpuMs: 5 });
    one.close();
  });

  it('is killed if it hangs after its time and a grace period', async () => {
    // Not forever: a test run that is killed leaves it behind.
    const { driver: one, answerFromNowOn } = await driver(
      'for (const end = Date.now() + 60_000; Date.now() < end; ); process.exit(0);',
    );
    // The grace period is twenty seconds; a negative time for the visit leaves a moment of it.
    await expect(one.visit({ ...WANTED, wallMs: -19_000 }, never)).rejects.toThrow(/SIGKILL/u);
    await answerFromNowOn();
    expect(await one.visit(WANTED, never)).toMatchObject({ seen: '{}' });
    one.close();
  });
});
