import { startLab, type Lab } from '@palisade/lab/lab';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCheck } from '../check.ts';
import published from '../checks/security_txt/published.ts';
import { parseTarget } from '../parse-target.ts';
import { evidenceWith } from '../../test/evidence.ts';
import { gatherSecurityTxt } from './security-txt.ts';
import { createEgress } from './net/create-egress.ts';

const FILE = 'Contact: mailto:a@b.test\nExpires: 2027-06-01T00:00:00Z\n';
const TEXT = ['Content-Type', 'text/plain; charset=utf-8'] as const;
const WELL_KNOWN = '/.well-known/security.txt';
const notFound = { status: 404, body: 'no' };

let lab: Lab;
beforeAll(async () => {
  lab = await startLab({
    sites: [
      { host: 'good.test', https: { ...notFound, routes: { [WELL_KNOWN]: { headers: [TEXT], body: FILE } } } },
      { host: 'none.test', https: notFound },
      { host: 'root.test', https: { ...notFound, routes: { '/security.txt': { headers: [TEXT], body: FILE } } } },
      { host: 'soft.test', https: { headers: [['Content-Type', 'text/html']], body: '<html>hello</html>' } },
      {
        host: 'moved.test',
        https: {
          ...notFound,
          routes: {
            [WELL_KNOWN]: { status: 301, headers: [['Location', '/files/security.txt']] },
            '/files/security.txt': { headers: [TEXT], body: FILE },
          },
        },
      },
      { host: 'loop.test', https: { status: 302, headers: [['Location', WELL_KNOWN]] } },
      { host: 'inside.test', https: { status: 302, headers: [['Location', 'https://127.0.0.1/security.txt']] } },
      { host: 'huge.test', https: { headers: [TEXT], body: FILE + '#'.repeat(200_000) } },
      {
        host: 'latin.test',
        https: { headers: [TEXT], body: Buffer.concat([Buffer.from('# caf\u00e9\n', 'latin1'), Buffer.from(FILE)]) },
      },
      { host: 'dead.test', https: { hangUp: true } },
    ],
  });
});
afterAll(() => lab.close());

async function gathered(host: string) {
  const egress = createEgress(lab.policy);
  try {
    return await gatherSecurityTxt({
      target: parseTarget(lab.url(host), lab.policy),
      egress,
      signal: AbortSignal.timeout(10_000),
    });
  } finally {
    egress.close();
  }
}

it.each([
  ['good.test', 'good', 1],
  ['none.test', 'missing', 2],
  ['root.test', 'root', 2],
  ['soft.test', 'page', 2],
  ['moved.test', 'good', 1],
  ['huge.test', 'good', 1],
])('%s: %s after %i attempts', async (host, outcome, attempts) => {
  const evidence = await gathered(host);
  expect(evidence.ok && evidence.value.attempts.length).toBe(attempts);
  expect(runCheck(published, evidenceWith({ security_txt: evidence }))?.outcome).toBe(outcome);
});

it.each(['inside.test', 'dead.test'])('%s: not assessed, with the reason', async (host) => {
  const verdict = runCheck(published, evidenceWith({ security_txt: await gathered(host) }));
  expect(verdict?.status).toBe('unknown');
  expect(verdict?.note).toMatch(/^Not assessed: .{10}/u);
});

it('a redirect loop is not a file', async () => {
  const verdict = runCheck(published, evidenceWith({ security_txt: await gathered('loop.test') }));
  expect(verdict?.outcome).toBe('missing');
});

it('reads the bytes, not the decoded text', async () => {
  const latin = await gathered('latin.test');
  expect(latin).toMatchObject({ ok: true, value: { attempts: [{ utf8: false }] } });
  const huge = await gathered('huge.test');
  expect(huge).toMatchObject({ ok: true, value: { attempts: [{ truncated: true, utf8: true }] } });
});
