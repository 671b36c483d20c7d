import { startPageWorld, type PageWorld } from '@palisade/lab/pages/page-world';
import type { BrowserPage } from '@palisade/scanner/evidence/browser';
import { createHash } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserOrSkip, openBrowser, openSession, type SharedBrowser } from './open-session.fixture.ts';
import { observeSite } from './observe-site.ts';

const AT = 'http://localhost/';
const js = (body: string) => ({
  body,
  headers: { 'content-type': 'text/javascript', 'access-control-allow-origin': '*' },
});

/** Each text is unique, so that its hash occurs nowhere else. */
const WORKER = `importScripts('/imported.js'); new Worker('/nested.js'); eval('self.workerEval=1'); fetch('/from-worker.json')`;
const BLOB = `self.blobWorker=1;fetch("https://api.test/from-blob.json");importScripts("https://parts.test/part.js");
setTimeout(() => fetch("https://late.test/from-blob.json"), 9000)`;
/** It removes its element, as many loaders do. */
const REMOVED = 'document.currentScript.remove()';
const SHEET = `@font-face { font-family: Icons; src: url(https://fonts.test/icons.woff2) } .icon { font-family: Icons }
a:hover { background: url("https://pictures.test/hover.png") } .is-invalid { background: url("data:image/svg+xml,%3csvg/%3e") }`;
const sri = (text: string) => `sha384-${createHash('sha384').update(text).digest('base64')}`;
const DATA = 'self.dataWorker=1';
/** Scripts that name themselves: as a part of the browser, as a payment provider's file, as WordPress 6.9 does. */
const ALIAS = 'window.byAlias=1\n//# sourceURL=chrome-extension://abc/x.js\n';
const ALIAS_WP = 'window.byWordPress=1\n//# sourceURL=jquery-core-js-extra\n';
const ALIAS_FILE = `const b=document.createElement('script');b.src='/alias-pulled.js';document.head.append(b)
//# sourceURL=https://js.stripe.com/v3/`;
const ALIAS_EVAL = 'window.aliasEval=1\n//# sourceURL=devtools://x';
const ALIAS_WORKER = 'self.aliasWorker=1\n//# sourceURL=pptr:x';
const WASM = Buffer.from('0061736d01000000', 'hex');
/** With its own empty section. */
const STREAMED = Buffer.from('0061736d010000000002017a', 'hex');

const MAP = `{"imports":{"mapped":"/mapped-1.js"},"integrity":{"/mapped-1.js":"${sri('window.byMap=1')}"}}`;
const PAGE = `<!doctype html><title>All</title><body onload="window.byHandler=1">
<link rel=stylesheet href="/icons.css"><link rel=prefetch href="https://ahead.test/next.js"><script type="importmap">${MAP}</script>
<script src="https://parts.test/removed-1.0.0.js" integrity="${sri(REMOVED)}" crossorigin></script>
<script type="speculationrules">{"prefetch":[]}</script>
<script>window.byInline=1</script><script src="/marked.js"></script>
<script src="/starter.js"></script><script src="/wrapper.js"></script>
<script>${ALIAS}</script><script>${ALIAS_WP}</script><script src="/alias.js"></script>
<script>eval(${JSON.stringify(ALIAS_EVAL)}); new Worker(URL.createObjectURL(new Blob([${JSON.stringify(ALIAS_WORKER)}])))</script>
<script type="module">import 'mapped'; import data from '/data.json' with { type: 'json' }; window.moduleInline = data.n; import('/dynamic.js')</script>
<a id="link" href="javascript:window.byAddress=1">x</a>
<script>document.getElementById('link').click();
document.write('<script>window.byWrite=1<\\/script><script src="/written.js"><\\/script>');
setTimeout('window.byTimeout=1', 0); new Function('window.byFunction=1')(); (0, eval)('window.byEval=1');
const injected = document.createElement('script'); injected.textContent = 'window.byDom=1'; document.body.append(injected);
WebAssembly.instantiateStreaming(fetch('/streamed.wasm'));
WebAssembly.instantiate(new Uint8Array([${[...WASM].join(',')}]));
const button = document.createElement('button'); button.setAttribute('onclick', 'window.bySetAttribute=1'); document.body.append(button); button.click();
const frame = document.createElement('iframe'); frame.srcdoc = '<script>parent.bySrcdoc=1<\\/script>'; document.body.append(frame);
</script>
<iframe src="https://pay.test/"></iframe><iframe src="/same.html"></iframe>
<script>setTimeout(() => eval('window.byLateTimer=1'), 9000); addEventListener('pagehide', () => eval('window.byLeaving=1'));
setTimeout(() => { location.href = 'https://away.test/' }, 13000)</script>`;

const STARTER = `new Worker('/worker.js'); new Worker('/module-worker.js', { type: 'module' }); new SharedWorker('/shared.js');
new Worker(URL.createObjectURL(new Blob([${JSON.stringify(BLOB)}], { type: 'text/javascript' })));
new Worker(${JSON.stringify(`data:text/javascript,${DATA}`)});
new SharedWorker('data:text/javascript,fetch("https://shared.test/x")'); new Worker('/brief.js');
navigator.serviceWorker.register('/service.js').catch(() => 0);
CSS.paintWorklet?.addModule('/paint.js');
new OfflineAudioContext(1, 1, 44100).audioWorklet.addModule('/audio.js');
const file = document.createElement('script'); file.src = '/pulled.js'; file.onload = () => fetch(file.src); document.head.append(file);`;

describe.skipIf(!browserOrSkip())('every script that ran', () => {
  let world: PageWorld;
  let browser: SharedBrowser;
  let page: BrowserPage;
  beforeAll(async () => {
    world = await startPageWorld({
      localhost: {
        '/': PAGE,
        '/starter.js': STARTER,
        // The call is computed at run time, as in minified code.
        '/wrapper.js': `const W=self['Wor'+'ker'],B=self['Bl'+'ob'];new W(URL.createObjectURL(new B(['self.wrapped=1'])))`,
        '/mapped-1.js': 'window.byMap=1',
        '/data.json': '{"n":1}',
        '/dynamic.js': 'window.byImport=1',
        '/icons.css': SHEET,
        '/marked.js': '\ufeffwindow.marked=1',
        '/alias.js': ALIAS_FILE,
        '/alias-pulled.js': 'window.aliasPulled=1',
        '/streamed.wasm': { body: STREAMED.toString('latin1'), headers: { 'content-type': 'application/wasm' } },
        '/written.js': 'window.byWrittenFile=1',
        '/pulled.js': 'window.byPulled=1',
        '/worker.js': js(WORKER),
        '/imported.js': js('self.imported=1'),
        '/nested.js': js('self.nested=1'),
        '/brief.js': js('self.brief=1;close()'),
        '/module-worker.js': js(`import '/module-part.js'`),
        '/module-part.js': js('self.modulePart=1'),
        '/shared.js': js('self.shared=1'),
        '/service.js': js(`self.service=1;importScripts('/service-part.js')`),
        '/service-part.js': js('self.servicePart=1'),
        '/paint.js': js('registerPaint("p",class{paint(){}})'),
        '/audio.js': js('registerProcessor("a",class extends AudioWorkletProcessor{process(){return true}})'),
        '/from-worker.json': '{}',
        '/same.html': '<script>window.bySameFrame=1</script>',
      },
      'parts.test': { '/part.js': js('self.blobPart=1'), '/removed-1.0.0.js': js(REMOVED) },
      'api.test': { '*': js('{}') },
      'late.test': { '*': js('{}') },
      'ahead.test': { '*': js('1') },
      'pay.test': {
        '/': '<p>Card<script src="/fields.js"></script><script>window.payInline=1</script>',
        '/fields.js': js(
          `const s=document.createElement('script');s.src='/second.js';document.head.append(s);new Worker('/pay-worker.js')`,
        ),
        '/second.js': js('eval("window.payEval=1")'),
        '/pay-worker.js': js('self.payWorker=1'),
      },
    });
    browser = await openBrowser(world.proxy);
    const session = await openSession(browser, AT, undefined, { serviceWorkers: 'allow' });
    const evidence = await observeSite(session, { url: AT, host: 'localhost', registrableDomain: null, pages: 0 });
    await session.close();
    page = evidence.pages[0] as BrowserPage;
  });
  afterAll(async () => {
    await browser?.close();
    await world?.close();
  });

  const sha = (text: string | Buffer): string => createHash('sha384').update(text).digest('base64');

  it.each([
    ['inline', 'inline', 'window.byInline=1', null],
    ['an event handler attribute', 'handler', 'window.byHandler=1', null],
    ['a handler set by script', 'handler', 'window.bySetAttribute=1', null],
    ['a javascript: address', 'eval', 'window.byAddress=1', null],
    [
      'an inline module',
      'inline',
      `import 'mapped'; import data from '/data.json' with { type: 'json' }; window.moduleInline = data.n; import('/dynamic.js')`,
      null,
    ],
    ['by an import map', 'file', 'window.byMap=1', null],
    ['by import()', 'file', 'window.byImport=1', null],
    ['document.write, inline', 'inline', 'window.byWrite=1', null],
    ['document.write, a file', 'file', 'window.byWrittenFile=1', null],
    ['setTimeout with text', 'eval', 'window.byTimeout=1', null],
    ['eval', 'eval', 'window.byEval=1', null],
    ['eval after nine seconds', 'eval', 'window.byLateTimer=1', null],
    ['eval when the visitor leaves', 'eval', 'window.byLeaving=1', null],
    ['an element made by script', 'inline', 'window.byDom=1', null],
    ['a file that a file pulled in', 'file', 'window.byPulled=1', `${AT}starter.js`],
    ['a file with a byte order mark', 'file', '\ufeffwindow.marked=1', null],
    ['inline, under the name of an extension', 'inline', ALIAS, null, AT],
    ['inline, under a name of its own', 'inline', ALIAS_WP, null, AT],
    ['a file, under the name of another site’s', 'file', ALIAS_FILE, null, `${AT}alias.js`],
    ['what such a file pulls in', 'file', 'window.aliasPulled=1', `${AT}alias.js`],
    ['eval, under the name of the browser’s own code', 'eval', ALIAS_EVAL, null],
  ] as const)('%s', (_what, kind, text, by, url?: string) => {
    const found = page.scripts.find(({ sha384 }) => sha384 === sha(text));
    expect(found).toMatchObject({ kind, bytes: Buffer.byteLength(text), by_url: by, ...(url && { url }) });
  });

  it('new Function, with the frame that V8 puts around its body', () => {
    expect(page.scripts).toContainEqual(
      expect.objectContaining({ kind: 'eval', sha384: sha('(function anonymous(\n) {\nwindow.byFunction=1\n})') }),
    );
  });

  it('WebAssembly, by its bytes', () => {
    expect(page.scripts.map(({ sha384 }) => sha384)).toContain(sha(WASM));
    expect(page.scripts.find(({ url }) => url?.endsWith('.wasm'))).toMatchObject({
      kind: 'file',
      sha384: sha(STREAMED),
    });
  });

  it('where the page would go next is not requested', () => {
    expect(page.requests.filter(({ url }) => url.includes('away.test'))).toEqual([]);
    expect(world.requests.filter(({ url }) => url.includes('away.test'))).toEqual([]);
  });

  it('our own code is not listed', () => {
    expect(page.scripts.filter(({ sample }) => sample?.includes('visibilityState') ?? false)).toEqual([]);
  });

  it('import maps, speculation rules and JSON modules are data, not scripts', () => {
    const all = [...page.scripts, ...(page.frame_scripts ?? [])].map(({ sha384 }) => sha384);
    for (const data of [MAP, '{"prefetch":[]}', '{"n":1}']) expect(all).not.toContain(sha(data));
  });

  const starter = `${AT}starter.js`;
  it.each([
    ['a worker', 'worker', `${AT}worker.js`, WORKER, starter],
    [
      'a blob: worker of a file that names none',
      'worker',
      'blob:http://localhost',
      'self.wrapped=1',
      `${AT}wrapper.js`,
    ],
    ['a worker that ends at once', 'worker', `${AT}brief.js`, 'self.brief=1;close()', starter],
    ['importScripts', 'worker', `${AT}imported.js`, 'self.imported=1', null],
    ['eval in a worker', 'worker', null, 'self.workerEval=1', null],
    ['a worker of a worker', 'worker', `${AT}nested.js`, 'self.nested=1', `${AT}worker.js`],
    ['a module worker', 'worker', `${AT}module-worker.js`, `import '/module-part.js'`, starter],
    ['an import of a module worker', 'worker', `${AT}module-part.js`, 'self.modulePart=1', null],
    ['a blob: worker', 'worker', 'blob:http://localhost', BLOB, starter],
    ['a data: worker', 'worker', 'data:text/javascript', DATA, starter],
    ['a worker under another name', 'worker', 'blob:http://localhost', ALIAS_WORKER, null],
    ['a shared worker', 'shared-worker', `${AT}shared.js`, 'self.shared=1', starter],
    [
      'a service worker',
      'service-worker',
      `${AT}service.js`,
      `self.service=1;importScripts('/service-part.js')`,
      starter,
    ],
    ['importScripts of a service worker', 'service-worker', `${AT}service-part.js`, 'self.servicePart=1', null],
    [
      'an audio worklet',
      'worklet',
      `${AT}audio.js`,
      'registerProcessor("a",class extends AudioWorkletProcessor{process(){return true}})',
      null,
    ],
    ['a paint worklet', 'worklet', `${AT}paint.js`, 'registerPaint("p",class{paint(){}})', null],
    [
      'a worker of a frame',
      'worker',
      'https://pay.test/pay-worker.js',
      'self.payWorker=1',
      'https://pay.test/fields.js',
    ],
  ] as const)('%s', (_what, place, url, text, by) => {
    const found = (page.frame_scripts ?? []).filter(({ sha384 }) => sha384 === sha(text));
    expect(found).toEqual([expect.objectContaining({ place, url, bytes: text.length, by_url: by })]);
  });

  it.each([
    [
      'a file',
      'https://pay.test/',
      'file',
      'https://pay.test/second.js',
      'eval("window.payEval=1")',
      'https://pay.test/fields.js',
    ],
    ['inline', 'https://pay.test/', 'inline', 'https://pay.test/', 'window.payInline=1', null],
    ['eval', 'https://pay.test/', 'eval', null, 'window.payEval=1', 'https://pay.test/second.js'],
    ['inline in a frame of the same site', `${AT}same.html`, 'inline', `${AT}same.html`, 'window.bySameFrame=1', null],
    ['inline in srcdoc', 'about:srcdoc', 'inline', 'about:srcdoc', 'parent.bySrcdoc=1', null],
  ] as const)('of a frame: %s', (_what, frame, kind, url, text, by) => {
    const found = (page.frame_scripts ?? []).filter(({ sha384 }) => sha384 === sha(text));
    expect(found).toEqual([{ frame, kind, url, sha384: sha(text), bytes: text.length, by_url: by }]);
  });

  it('scripts that a worker receives have the status of their response', () => {
    const paths = ['/worker.js', '/module-worker.js', '/nested.js', '/shared.js', '/service.js'];
    const statuses = paths.map((path) => page.requests.find(({ url }) => url.endsWith(path))?.status);
    expect(statuses).toEqual(paths.map(() => 200));
  });

  it('hashes count where a script removed its element, and where an import map has them', () => {
    const integrity = (text: string) => page.scripts.find(({ sha384 }) => sha384 === sha(text))?.integrity;
    for (const text of [REMOVED, 'window.byMap=1']) expect(integrity(text)).toBe(sri(text));
  });

  it('the policy allows what style sheets name for other states of the page', () => {
    const csp = page.trials.find(({ header }) => header === 'content-security-policy');
    expect(csp?.value).toMatch(/font-src https:\/\/fonts\.test(?:;|$)/u);
    expect(csp?.value).toMatch(/img-src (?=[^;]*data:)[^;]*https:\/\/pictures\.test/u);
    // A prefetched file opens no other directive.
    expect(csp?.value).toMatch(/default-src 'none';/u);
  });

  it('requests of workers are recorded, and the policy lets blob: workers send them', () => {
    const by = (path: string) => page.requests.find(({ url }) => url.endsWith(path))?.by_url;
    expect(by('/from-worker.json')).toBe(`${AT}worker.js`);
    expect(page.requests.map(({ url }) => url)).toContain('https://api.test/from-blob.json');
    const csp = page.trials.find(({ header }) => header === 'content-security-policy');
    expect(csp?.value).toMatch(/connect-src[^;]*https:\/\/api\.test/u);
    // Shared workers without a file of their own are under it, too.
    expect(csp?.value).toMatch(/connect-src[^;]*https:\/\/shared\.test/u);
    // After some seconds.
    expect(csp?.value).toMatch(/connect-src[^;]*https:\/\/late\.test/u);
    // What they import is a script of the page; the workers themselves are not.
    expect(csp?.value).toMatch(/script-src[^;]*https:\/\/parts\.test/u);
    expect(csp?.value).not.toMatch(/script-src[^;]*blob:/u);
  });
});
