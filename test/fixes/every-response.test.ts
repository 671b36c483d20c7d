import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { startLab, type Lab } from '@palisade/lab/lab';
import { fixSnippets } from '@palisade/report/snippets';
import { combinedSnippet } from '@palisade/report/snippets/combined';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWebServer, webServerOrSkip, type WebServer } from './web-servers.ts';

/**
 * The pasted lines apply to every kind of response: errors and redirects of the application, which sends each field
 * twice with a bad value, and those of the server itself, whose error paths often leave headers out.
 */
const FIELDS: readonly (readonly [name: string, value: string, bad: string])[] = [
  ['X-Frame-Options', 'SAMEORIGIN', 'ALLOWALL'],
  ['X-Content-Type-Options', 'nosniff', 'sniff'],
  ['Referrer-Policy', 'no-referrer', 'unsafe-url'],
  ['Content-Security-Policy', "default-src 'self'; script-src 'self' https://a.example:*", 'default-src *'],
];
const SNIPPETS = FIELDS.map(([name, value]) => fixSnippets(name, value));

/** Sections below the pasted lines. `UP` is the application. */
const SECTIONS: Readonly<Record<WebServer, string>> = {
  nginx: `
location /own/404 { root /nowhere; }
location /own/403 { deny all; }
location /own/502 { proxy_pass http://127.0.0.1:9; }
location /own/301 { return 301 /; }
location /page/404 { error_page 404 /page.html; root /nowhere; }
location /page.html { return 200 "own page"; }
location /caught/404 { proxy_intercept_errors on; error_page 404 /page.html; proxy_pass UP; }
location /if/410 { if ($arg_x = "") { return 410; } proxy_pass UP; }
location /repeated/200 { proxy_hide_header X-Powered-By; PASTED proxy_pass UP; }
location /fallen/200 { proxy_hide_header X-Powered-By; proxy_pass UP; }`,
  apache: `
Redirect 404 /own/404
<Location /own/403>
Require all denied
</Location>
ProxyPass /own/503 http://127.0.0.1:9/
RedirectMatch 301 ^/own/301 https://a.test/
ErrorDocument 404 "own page"
<Location /fallen/200>
Header set X-Frame-Options ALLOWALL
</Location>`,
  caddy: `
handle /own/404 {
	root * /nowhere
	file_server
}
handle /own/403 {
	error "no" 403
}
handle /own/502 {
	reverse_proxy 127.0.0.1:9
}
handle /own/410 {
	respond "gone" 410
}
handle /own/301 {
	redir https://a.test/ 301
}
handle /inner/200 {
	header X-Frame-Options ALLOWALL
	reverse_proxy UP
}`,
};
const OF_THE_APPLICATION = ['/200', '/301', '/304', '/401', '/404', '/500', '/503'];
const ADDRESS = '127.78.1.9';
const PORT = 8443;

let lab: Lab;
let application: Server;
beforeAll(async () => {
  lab = await startLab({ sites: [] });
  application = createServer((incoming, response) => {
    const status = Number(/\d{3}/.exec(incoming.url ?? '')?.[0] ?? 200);
    for (const [name, , bad] of [...FIELDS, ...FIELDS]) response.appendHeader(name, bad);
    if (status === 301) response.setHeader('Location', '/elsewhere');
    response.writeHead(status).end(status === 304 ? undefined : 'application');
  }).listen(0, '127.0.0.1');
  await once(application, 'listening');
});
afterAll(async () => {
  application.close();
  await lab.close();
});

interface Answer {
  status: number | undefined;
  fields: readonly (readonly [name: string, values: string[]])[];
}

async function answerFor(path: string): Promise<Answer> {
  const asked = request({ host: ADDRESS, port: PORT, servername: 'a.test', path, rejectUnauthorized: false });
  asked.setHeader('Host', 'a.test').end();
  const [response] = await once(asked, 'response');
  response.resume();
  const distinct = response.headersDistinct as Record<string, string[] | undefined>;
  return { status: response.statusCode, fields: FIELDS.map(([name]) => [name, distinct[name.toLowerCase()] ?? []]) };
}
const wanted = FIELDS.map(([name, value]) => [name, [value]]);

const WAYS: readonly (readonly [way: string, pasted: (server: WebServer) => string])[] = [
  ['one by one', (server) => SNIPPETS.map((one) => one[server]).join('\n')],
  ['in one block', (server) => combinedSnippet(server, SNIPPETS) ?? ''],
];

describe.each((['nginx', 'apache', 'caddy'] as const).filter(webServerOrSkip))('%s', (server) => {
  describe.each(WAYS)('%s', (_way, pastedInto) => {
    let running: { close(): Promise<void> };
    beforeAll(async () => {
      const upstream = `http://127.0.0.1:${(application.address() as AddressInfo).port}`;
      const pasted = pastedInto(server);
      const sections = SECTIONS[server].replaceAll('UP', upstream).replaceAll('PASTED', `\n${pasted}\n`);
      const { key, chainPem } = await lab.ca.issue({ names: ['a.test'] });
      const hosts = [{ host: 'a.test', upstream, pasted: [pasted, sections] }];
      running = await startWebServer(server, { address: ADDRESS, port: PORT, hosts, keyPem: key, chainPem });
    });
    afterAll(() => running.close());

    const own = [...SECTIONS[server].matchAll(/ (\^?)(\/(?:own|page|caught|if|repeated|inner)\/\d{3})/g)].map(
      ([, , path]) => path ?? '',
    );
    it.each([...OF_THE_APPLICATION, ...new Set(own)])('%s', async (path) => {
      expect(await answerFor(path)).toEqual({ status: Number(path.slice(-3)), fields: wanted });
    });
    it.each(SECTIONS[server].includes('/fallen/') ? ['/fallen/200'] : [])('%s, as the snippet warns', async (path) => {
      expect((await answerFor(path)).fields).not.toEqual(wanted);
    });
  });
});
