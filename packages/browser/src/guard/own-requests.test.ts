import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { chromium } from 'playwright-core';
import { authorityAccess } from '@palisade/lab/ca';
import type { SiteContent } from '@palisade/lab/site';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { browserOrSkip, found, openIn, startLab, type Lab } from '../../test/lab-browser.ts';
import { openSession } from '../session.ts';

/** Outside the ranges of the lab's policy. */
const CANARY = '127.66.13.9';
const PORT = 8080;

const PASSKEY = `navigator.credentials.get({ publicKey: { challenge: new Uint8Array(16), rpId: 'passkeys.test' } })`;

/** Requests of the browser process, not of a page: addresses in certificates, and requests after an error. */
describe.skipIf(!browserOrSkip())('Chromium’s own requests', () => {
  let lab: Lab;
  let canary: Server;
  const paths: string[] = [];
  beforeAll(async () => {
    canary = createServer(({ url = '' }, answer) => {
      paths.push(url);
      answer.end();
    }).listen(PORT, CANARY);
    await once(canary, 'listening');
    const at = `http://${CANARY}:${PORT}`;
    const named = authorityAccess(`${at}/issuer`, `${at}/ocsp`);
    const content: SiteContent = { headers: [['content-type', 'text/html']], body: '<!doctype html><title>t</title>' };
    lab = await startLab({
      sites: [
        { host: 'page.test', http: content, https: content },
        { host: 'named.test', https: content, certificate: { intermediate: 'omitted', extensions: [named] } },
      ],
      records: [`passkeys.test A ${CANARY}`],
    });
  });
  afterAll(async () => {
    await lab.close();
    canary.closeAllConnections();
    canary.close();
  });

  it('go through the guard too, and no error makes it call home', async () => {
    if (!found) throw new Error('no browser');
    // Without a private authority of the operator, Chromium verifies certificates itself.
    const { extraCa: _own, ...policy } = lab.policy;
    const session = await openSession({
      browser: found,
      policy,
      url: lab.url('named.test'),
      budget: { wallMs: 40_000, cpuMs: 40_000 },
    });
    const asked = () => session.refused().map(({ url }) => url);
    await session.page.goto(lab.site('page.test').httpUrl());
    await session.page.goto(lab.url('named.test')).catch(() => undefined);
    await vi.waitFor(() => expect(asked()).toContain(`http://${CANARY}:${PORT}/issuer`), { timeout: 60_000 });
    // The call home follows the error immediately.
    await session.page.waitForTimeout(1_000);
    await session.close();
    expect(paths).toEqual([]);
    const names = new Set(lab.dns.queries.map(({ name }) => name));
    expect([...names].filter((name) => !name.endsWith('.test'))).toEqual([]);
  });

  it('goes through the guard where a passkey is asked for in the name of another site', async () => {
    const session = await openIn(lab, lab.url('page.test'));
    await session.page.goto(lab.url('page.test'));
    await session.page.evaluate(`${PASSKEY}.catch(() => 0)`);
    expect(session.refused().map(({ url }) => url)).toEqual(['https://passkeys.test/']);
    await session.close();
  });

  it('would reach the canary in a browser without our guard', async () => {
    if (!found) throw new Error('no browser');
    const browser = await chromium.launch({
      executablePath: found.executable,
      env: { ...process.env, ...found.env },
      args: ['--no-sandbox', `--host-resolver-rules=MAP *.test ${lab.site('named.test').address}`],
    });
    await (await browser.newPage()).goto(lab.url('named.test')).catch(() => undefined);
    await vi.waitFor(() => expect(paths).toContain('/issuer'), { timeout: 60_000 });
    await browser.close();
  });
});
