/** The operators' page as browsers reach it: names bound to this machine, posts from other sites, and three kinds of proxy. */
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer as createWeb } from 'node:http';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { runningApi, type RunningApi } from '../apps/api/test/running-api.ts';
import { browserOrSkip, openBrowser } from './browser.ts';
import { webServerOrSkip } from './fixes/web-servers.ts';

const TOKEN = 'open-sesame';
const PROXIES = ['nginx, proxy_pass alone', 'nginx, with the usual fields', 'Caddy'] as const;
const possible = [browserOrSkip(), webServerOrSkip('nginx'), webServerOrSkip('caddy')].every(Boolean);

let open: RunningApi;
let guarded: RunningApi;
let browser: Browser;
let evil: string;
/** Addresses of each proxy: in front of the service without a token, and of the one with a token. */
const fronts = new Map<string, { open: string; guarded: string }>();
const ends: (() => PromiseLike<unknown>)[] = [];

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function takesConnections(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.end(() => resolve(true)));
    socket.on('error', () => resolve(false));
  });
}

async function run(program: string, args: string[], folder: string, ports: number[]): Promise<void> {
  const env = { PATH: process.env['PATH'] ?? '', HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const child = spawn(program, args, { stdio: 'ignore', env });
  const gone = new Promise((resolve) => child.once('exit', resolve));
  ends.push(() => {
    child.kill('SIGTERM');
    return gone;
  });
  for (const port of ports) await vi.waitUntil(() => takesConnections(port), { timeout: 60_000 });
}

async function startProxies(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'palisade-ops-'));
  ends.push(() => rm(folder, { recursive: true, force: true }));
  const ports = await Promise.all(Array.from({ length: 6 }, freePort));
  const [plain = 0, plainGuarded = 0, usual = 0, usualGuarded = 0, caddy = 0, caddyGuarded = 0] = ports;
  const at = (port: number) => `http://127.0.0.1:${port}`;
  fronts.set(PROXIES[0], { open: at(plain), guarded: at(plainGuarded) });
  fronts.set(PROXIES[1], { open: at(usual), guarded: at(usualGuarded) });
  fronts.set(PROXIES[2], { open: at(caddy), guarded: at(caddyGuarded) });
  const fields = ['Host $http_host', 'X-Forwarded-For $proxy_add_x_forwarded_for', 'X-Forwarded-Proto $scheme'];
  const site = (port: number, to: string, lines: string[]) =>
    `server { listen 127.0.0.1:${port}; location / { proxy_pass ${to}; ${lines.map((line) => `proxy_set_header ${line};`).join(' ')} } }`;
  const temp = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${folder}/${kind};`,
  );
  await mkdir(path.join(folder, 'www'));
  await writeFile(
    path.join(folder, 'nginx.conf'),
    `daemon off; ${process.getuid?.() === 0 ? 'user root;' : ''} pid ${folder}/pid; events { }
http { access_log off; ${temp.join(' ')}
${site(plain, open.baseUrl, [])}
${site(plainGuarded, guarded.baseUrl, [])}
${site(usual, open.baseUrl, fields)}
${site(usualGuarded, guarded.baseUrl, fields)} }`,
  );
  await writeFile(
    path.join(folder, 'Caddyfile'),
    `{\nadmin off\nauto_https off\n}\n${at(caddy)} {\nreverse_proxy ${open.baseUrl}\n}\n${at(caddyGuarded)} {\nreverse_proxy ${guarded.baseUrl}\n}\n`,
  );
  const log = path.join(folder, 'error.log');
  await run(
    '/usr/sbin/nginx',
    ['-c', path.join(folder, 'nginx.conf'), '-p', folder, '-e', log],
    folder,
    ports.slice(0, 4),
  );
  await run(
    '/usr/bin/caddy',
    ['run', '--config', path.join(folder, 'Caddyfile'), '--adapter', 'caddyfile'],
    folder,
    ports.slice(4),
  );
}

beforeAll(async () => {
  if (!possible) return;
  [open, guarded, browser] = await Promise.all([
    runningApi(),
    runningApi({ OPS_TOKEN: TOKEN }),
    openBrowser('--host-resolver-rules=MAP rebound.example 127.0.0.1'),
  ]);
  ends.push(
    () => browser.close(),
    () => open[Symbol.asyncDispose](),
    () => guarded[Symbol.asyncDispose](),
  );
  const site = createWeb((_request, answer) => answer.setHeader('content-type', 'text/html').end('<h1>Evil</h1>'));
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  // A site other than 127.0.0.1, on this machine: Chromium may connect to no other.
  evil = `http://localhost:${(site.address() as AddressInfo).port}/`;
  ends.push(() => new Promise((resolve) => site.close(resolve)));
  await startProxies();
});
afterAll(async () => {
  for (const end of ends.toReversed()) await end();
});

async function onPage<T>(work: (page: Page) => Promise<T>): Promise<T> {
  const context = await browser.newContext();
  try {
    return await work(await context.newPage());
  } finally {
    await context.close();
  }
}

/** The responses that scripts of this page get. */
function asks(
  page: Page,
  url: string,
  init: { method?: string; headers?: Record<string, string> } = {},
): Promise<number> {
  return page.evaluate(async ([to, how]) => (await fetch(to, how)).status, [url, init] as const);
}

async function signIn(page: Page, at: string): Promise<void> {
  await page.goto(`${at}/ops`);
  await page.getByLabel('Operations token').fill(TOKEN);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('Operations token').waitFor({ state: 'detached' });
}

const ACTION = '/ops/api/jobs/scan/none/retry';
const actions = (of: RunningApi) => of.db.auditEntry.count({ where: { action: 'ops.job.retry' } });

describe.runIf(possible)('a browser on the operators’ page', () => {
  it('reads and changes nothing from a page that was rebound to this machine', () =>
    onPage(async (page) => {
      const rebound = open.baseUrl.replace('127.0.0.1', 'rebound.example');
      expect((await page.goto(`${rebound}/ops`))?.status()).toBe(403);
      for (const at of ['/ops/api/health', '/ops/queues/api/queues', '/metrics'])
        expect(await asks(page, at)).toBe(403);
      expect(await asks(page, ACTION, { method: 'POST' })).toBe(403);
      expect((await page.goto(`${open.baseUrl}/ops/api/health`))?.status()).toBe(200);
    }));

  it('changes nothing from another site’s page, with or without a session', () =>
    onPage(async (page) => {
      await signIn(page, guarded.baseUrl);
      for (const to of [open, guarded]) {
        await page.goto(evil);
        await page.setContent(`<form method="post" action="${to.baseUrl}${ACTION}"><button>Go</button></form>`);
        const posted = page.waitForResponse((answer) => answer.url() === to.baseUrl + ACTION);
        await page.getByRole('button').click();
        expect([401, 403]).toContain((await posted).status());
        expect(await actions(to)).toBe(0);
      }
    }));

  it.each(PROXIES)('behind %s is shown nothing without OPS_TOKEN', (name) =>
    onPage(async (page) => {
      const at = fronts.get(name)?.open ?? '';
      for (const one of ['/ops', '/ops/api/health', '/metrics'])
        expect((await page.goto(at + one))?.status()).toBe(403);
    }),
  );

  it.each(PROXIES)('behind %s signs in, acts only with its CSRF token, and leaves an audit trail', (name) =>
    onPage(async (page) => {
      const before = await actions(guarded);
      await signIn(page, fronts.get(name)?.guarded ?? '');
      expect(await asks(page, '/ops/api/health')).toBe(200);
      expect(await asks(page, ACTION, { method: 'POST' })).toBe(403);
      const csrf = await page.evaluate(
        async () => ((await (await fetch('/ops/api/session')).json()) as { csrf: string }).csrf,
      );
      expect(await asks(page, ACTION, { method: 'POST', headers: { 'x-csrf-token': csrf } })).toBe(404);
      expect(await actions(guarded)).toBe(before + 1);
    }),
  );
});
