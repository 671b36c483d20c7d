import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { startLab } from '@palisade/lab/lab';

export interface BenchLab {
  env: Record<string, string>;
  close(): void;
}

/** Sites in a separate process, so that their work is not counted as ours: `shop.test` at once, `slow.test` after `delayMs`. */
export async function startBenchLab(delayMs: number): Promise<BenchLab> {
  const child = fork(fileURLToPath(import.meta.url), ['serve', String(delayMs)]);
  const [env] = (await once(child, 'message')) as [Record<string, string>];
  return { env, close: () => child.disconnect() };
}

if (process.send && process.argv[2] === 'serve') {
  const page = {
    status: 200,
    headers: [
      ['Content-Type', 'text/html; charset=utf-8'],
      ['Server', 'nginx/1.18.0'],
      ['Set-Cookie', 'sid=abcdefghijklmnop; Path=/'],
      ['Content-Security-Policy', "default-src 'self'; script-src 'self' 'unsafe-inline' https://cdn.example"],
    ] as [string, string][],
    body: `<!doctype html><html><head><title>shop</title></head><body>${'<p class="x">text</p>'.repeat(500)}</body></html>`,
  };
  const lab = await startLab({
    sites: [
      { host: 'shop.test', https: page },
      { host: 'slow.test', https: { ...page, delayMs: Number(process.argv[3]) } },
    ],
  });
  process.send(lab.env);
  process.once('disconnect', () => void lab.close().then(() => process.exit(0)));
}
