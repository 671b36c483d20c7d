import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { startFuzzServer } from '@palisade/lab/tls/fuzz-server';
import { figure, rounded } from '../print.ts';

const CHILD = fileURLToPath(new URL('../../packages/scanner/test/fuzz-child.ts', import.meta.url));

/** Odd certificates through the real code path, in a separate process that they must not end. */
export async function oddCertificates(chains: number): Promise<void> {
  const seed = Math.floor(Math.random() * 1e9);
  const server = await startFuzzServer({ seed, spoilt: 100 });
  const places = [...Array.from({ length: chains }, () => server.named), ...server.spoilt];
  const from = performance.now();
  try {
    const order = JSON.stringify({ policy: server.policy, places });
    const child = spawn(process.execPath, [CHILD, order], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [out, ended] = await Promise.all([
      text(child.stdout),
      new Promise<string>((resolve) => child.once('close', (code, signal) => resolve(String(signal ?? code)))),
    ]);
    const result = ended === '0' ? (JSON.parse(out) as { handshakes: number; faults: string[] }) : null;
    figure({
      bench: 'hostile: odd certificates',
      seed,
      chains: places.length,
      handshakes: result?.handshakes ?? 'none',
      readers_that_threw: result?.faults.length ?? 'not known',
      ended_with: ended,
      wall_s: rounded((performance.now() - from) / 1000, 1),
    });
    for (const fault of result?.faults.slice(0, 5) ?? []) console.error(fault);
  } finally {
    await server.close();
  }
}
