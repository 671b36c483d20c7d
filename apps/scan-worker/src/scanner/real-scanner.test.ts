import { randomUUID } from 'node:crypto';
import { readScanConfig } from '@palisade/config/scan-config';
import { unpacked } from '@palisade/db/packed';
import { startLab } from '@palisade/lab/lab';
import { policyFrom } from '@palisade/scanner/policy';
import { expect, it } from 'vitest';
import { createScannerPool } from './scanner-pool.ts';

it('a scan that fails while other parts of it are running leaves its scanner alive', async () => {
  const lab = await startLab({
    sites: [],
    // Nothing listens there: the scan is over at once, but its DNS queries are not.
    records: ['dead.test A 127.99.9.9', 'dead.test TXT "v=spf1 -all"', 'dead.test MX 10 dead.test'],
    dns: { faults: { '_dmarc.dead.test': { slowMs: 400 }, '_mta-sts.dead.test': { slowMs: 400 } } },
    allowCidrs: ['127.99.9.9/32'],
  });
  const deaths: string[] = [];
  const pool = createScannerPool({
    policy: policyFrom(readScanConfig(lab.env)),
    timeoutMs: 20_000,
    heapMb: 128,
    processes: 1,
    onDeath: (why) => void deaths.push(why),
  });
  const order = () => ({ scanId: randomUUID(), url: 'https://dead.test/', priority: 0 });
  try {
    for (let n = 0; n < 2; n += 1) {
      const outcome = await pool.run(order(), new AbortController().signal);
      expect(outcome).toMatchObject({ failed: { kind: 'unreachable' } });
      // Its late parts arrive within this time.
      await new Promise((resolve) => setTimeout(resolve, 900));
    }
    expect(deaths).toEqual([]);
  } finally {
    pool.close();
    await lab.close();
  }
});

it('a large page is parsed in a thread even though a scanner can start no more threads', async () => {
  const body = `<title>large</title>${'<p>a paragraph</p>'.repeat(10_000)}<script src="http://x.test/late.js"></script>`;
  const lab = await startLab({ sites: [{ host: 'large.test', https: { body } }] });
  const config = readScanConfig(lab.env);
  const deaths: string[] = [];
  const pool = createScannerPool({
    policy: policyFrom(config),
    timeoutMs: 20_000,
    heapMb: 128,
    processes: 1,
    onDeath: (why) => void deaths.push(why),
  });
  try {
    for (let n = 0; n < 3; n += 1) {
      const order = { scanId: randomUUID(), url: lab.url('large.test'), priority: 0 };
      const outcome = (await pool.run(order, new AbortController().signal)) as { report: Uint8Array };
      expect(unpacked(outcome.report).toString()).toContain('late.js');
    }
    expect(deaths).toEqual([]);
  } finally {
    pool.close();
    await lab.close();
  }
});
