import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startFuzzServer, type FuzzServer } from '@palisade/lab/tls/fuzz-server';
import { afterAll, beforeAll, expect, it } from 'vitest';

const CHILD = fileURLToPath(new URL('../../../test/fuzz-child.ts', import.meta.url));
/** Each is shown twice. */
const CHAINS = 400;
const SPOILT = 100;

let server: FuzzServer;
beforeAll(async () => {
  server = await startFuzzServer({ seed: 20_261_122, spoilt: SPOILT });
});
afterAll(() => server.close());

it(
  'no certificate out of a thousand ends the process, or makes a reader of ours throw',
  { timeout: 120_000 },
  async () => {
    const places = [...Array.from({ length: CHAINS }, () => server.named), ...server.spoilt];
    const order = JSON.stringify({ policy: server.policy, places });
    const { stdout } = await promisify(execFile)(process.execPath, [CHILD, order], { maxBuffer: 1 << 24 });
    const result = JSON.parse(stdout) as { handshakes: number; states: Record<string, number>; faults: string[] };
    console.info(`certificate fuzzer: ${result.handshakes} handshakes, ${JSON.stringify(result.states)}`);
    expect(result.faults).toEqual([]);
    expect(result.handshakes).toBeGreaterThanOrEqual(1000);
    // The fuzzer must not break everything, or it would test little.
    expect(result.states['trusted'] ?? 0).toBeGreaterThan(100);
  },
);
