import { startLab } from '@palisade/lab/lab';
import { scan } from '@palisade/scanner/scan';
import { expect, it, onTestFinished } from 'vitest';
import { startStack } from './stack.ts';

it('our scanner grades our own pages, behind a TLS proxy, A+', async () => {
  const host = 'palisade.test';
  await using stack = await startStack({ env: { PUBLIC_BASE_URL: `https://${host}` } });
  const lab = await startLab({
    sites: [
      {
        host,
        async https({ path }) {
          const answer = await fetch(new URL(path, stack.baseUrl));
          const dropped = ['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'content-encoding'];
          return {
            status: answer.status,
            headers: [...answer.headers].filter(([name]) => !dropped.includes(name)),
            body: await answer.text(),
          };
        },
      },
    ],
    records: [
      `${host} CAA 0 issue "letsencrypt.org"`,
      `${host} TXT "v=spf1 -all"`,
      `_dmarc.${host} TXT "v=DMARC1; p=reject; rua=mailto:dmarc@${host}"`,
    ],
  });
  onTestFinished(() => lab.close());
  for (const path of ['/', '/open', '/checks', '/leaderboard', '/account', '/docs']) {
    const { report } = await scan(`https://${host}${path}`, { policy: lab.policy, timeoutMs: 15_000 });
    const faults = Object.entries(report.headers).filter(([, entry]) => entry.status !== 'good');
    expect([path, faults]).toEqual([path, []]);
    expect([path, report.grade]).toEqual([path, 'A+']);
  }
}, 240_000);
