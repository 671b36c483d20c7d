import { startLab } from '@palisade/lab/lab';
import { startStack } from './stack.ts';
import { startRedis } from '../packages/queue/test/redis-server.ts';
const redis = await startRedis();
const lab = await startLab({ sites: [{ host: 'quick.test' }, { host: 'slow.test', https: { delayMs: 2000 } }] });
const stack = await startStack({
  env: { ...lab.env, FREE_SCANS_PER_DAY: '10000', LOG_LEVEL: 'debug', REDIS_URL: redis.url },
});
const t0 = Date.now();
const load = Array.from({ length: 12 }, async (_, n) => {
  const r = await stack.post('/api/scan', { url: `slow.test/?n=${n}` });
  return `${r.status} at ${Date.now() - t0} ${r.status === 503 ? await r.text() : ''}`;
});
await new Promise((r) => setTimeout(r, 700));
redis.kill('SIGKILL');
const n = stack.output().length;
console.log('killed at', Date.now() - t0);
const d = await stack.post('/api/scan', { url: 'quick.test/?down' });
console.log('down', d.status, Date.now() - t0, await d.text());
await redis.start();
console.log('started', Date.now() - t0);
for (let i = 0; i < 30; i++) {
  const r = await stack.post('/api/scan', { url: `quick.test/?h${i}` });
  console.log('heal', r.status, Date.now() - t0, r.status === 200 ? '' : await r.text());
  if (r.status === 200) break;
  await new Promise((r) => setTimeout(r, 200));
}
console.log(await Promise.all(load));
for (const line of stack.output().slice(n).split('\n')) {
  try {
    const l = JSON.parse(line);
    console.log(
      Date.parse(l.time) - t0,
      l.service,
      l.msg,
      l.scanId?.slice(0, 6) ?? '',
      l.err?.message ?? '',
      l.ms ?? '',
    );
  } catch {}
}
await stack.stop();
await lab.close();
await redis.stop();
