import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { SiteAnswer } from '@palisade/lab/site';
import { parseTarget } from '@palisade/scanner/parse-target';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserOrSkip, found, startLab, type Lab } from '../test/lab-browser.ts';
import { visitSite } from './visit-site.ts';

const page = (script: string): SiteAnswer => ({
  headers: [['content-type', 'text/html']],
  body: `<!doctype html><title>t</title><body><script>${script}</script>`,
});
const worker = (text: string): string =>
  `new Worker(URL.createObjectURL(new Blob([${JSON.stringify(text)}], { type: 'text/javascript' })));`;

/** Each goes on forever, or takes everything it can get. */
const HOSTILE: Readonly<Record<string, string>> = {
  '/worker-bomb': worker('const all = []; for (;;) all.push(new Uint8Array(8e6).fill(1))').repeat(3),
  '/workers': `for (let n = 0; n < 2000; n += 1) ${worker('close()')}`,
  '/worker-of-workers': worker("for (;;) new Worker('data:text/javascript,postMessage(1)')"),
  '/debugger': `${worker('for (;;) debugger')} setInterval(() => { debugger }, 0)`,
  '/evals': `${worker("for (let n = 0; ; n += 1) eval('n+' + n)")} for (let n = 0; n < 30000; n += 1) eval('n+' + n)`,
  '/dialogs': `onbeforeunload = () => 'stay'; setInterval(print, 1); for (let n = 0; n < 5; n += 1) document.body.append(Object.assign(document.createElement('iframe'), { srcdoc: '<script>for (;;) { alert(1); confirm(2); prompt(3) }<\\/script>' }))`,
  '/history': `setInterval(() => { for (let n = 0; n < 9; n += 1) { history.pushState(0, '', '?' + Math.random()); history.back(); location.hash = Math.random() } }, 0)`,
  '/dom': `document.body.innerHTML = '<i>'.repeat(100) + '<b class=a style=color:red onclick=1>x</b>'.repeat(1e6)`,
  '/style': `document.head.append(Object.assign(document.createElement('style'), { textContent: '@keyframes k{to{transform:rotate(1turn);filter:blur(9px)}} b{animation:k 1s infinite;width:99px;height:99px;display:block}' })); document.body.innerHTML = '<b>x</b>'.repeat(5000)`,
  '/wasm': `const all = []; for (let n = 0; n < 8; n += 1) { const memory = new WebAssembly.Memory({ initial: 8000 }); new Uint8Array(memory.buffer).fill(1); all.push(memory) } setInterval(() => all, 1)`,
  '/grows': `const memory = new WebAssembly.Memory({ initial: 1 }); setInterval(() => { try { memory.grow(1000); new Uint8Array(memory.buffer).fill(7, -65536000) } catch {} }, 20)`,
  '/webgl': `const all = []; setInterval(() => { const gl = document.createElement('canvas').getContext('webgl'); if (!gl) return; const buffer = gl.createBuffer(); gl.bindBuffer(gl.ARRAY_BUFFER, buffer); gl.bufferData(gl.ARRAY_BUFFER, 64e6, gl.STATIC_DRAW); all.push(gl) }, 1)`,
  '/service': `let n = 0; setInterval(() => navigator.serviceWorker.register('/service.js?' + (n += 1)).catch(() => 0), 1)`,
  '/blob': `location = URL.createObjectURL(new Blob(['<script>location = URL.createObjectURL(new Blob([document.documentElement.outerHTML], { type: "text/html" }))<\\/script>'], { type: 'text/html' }))`,
  '/console': `const text = 'x'.repeat(1e5); const flood = () => { for (let n = 0; n < 50; n += 1) { console.log(text, n); console.error({ text }); setTimeout(() => { throw new Error(text) }) } setTimeout(flood) }; flood()`,
  '/violations': `setInterval(() => { for (let n = 0; n < 500; n += 1) { const part = document.createElement('p'); part.setAttribute('style', 'color:red;--n:' + Math.random()); document.body.append(part) } }, 0)`,
  '/frames': `setInterval(() => { for (let n = 0; n < 20; n += 1) document.body.append(Object.assign(document.createElement('iframe'), { srcdoc: '<p>x' })) }, 0)`,
  '/canvas': `const all = []; setInterval(() => { const canvas = Object.assign(document.createElement('canvas'), { width: 16000, height: 16000 }); const context = canvas.getContext('2d'); context?.fillRect(0, 0, 16000, 16000); all.push(canvas, context?.getImageData(0, 0, 4000, 4000)) }, 1)`,
  '/streams': `setInterval(() => { new EventSource('/endless?' + Math.random()); fetch('/endless?' + Math.random()).then(async (answer) => { for (const reader = answer.body.getReader(); ; ) await reader.read() }) }, 5)`,
  '/prompts': `setInterval(() => { const link = document.createElement('a'); link.href = 'data:application/octet-stream,x'; link.download = 'x'; link.click(); const input = document.createElement('input'); input.type = 'file'; input.click(); for (const ask of [() => showOpenFilePicker(), () => showDirectoryPicker(), () => Notification.requestPermission(), () => navigator.mediaDevices.getUserMedia({ audio: true, video: true }), () => navigator.mediaDevices.getDisplayMedia(), () => navigator.geolocation.getCurrentPosition(() => 0), () => navigator.usb.requestDevice({ filters: [] }), () => navigator.requestMIDIAccess({ sysex: true }), () => navigator.clipboard.read(), () => navigator.share({ text: 'x' }), () => document.body.requestFullscreen(), () => documentPictureInPicture.requestWindow(), () => document.body.requestPointerLock(), () => navigator.registerProtocolHandler('web+x', '/?%s'), () => open('/prompts'), () => open('chrome://settings'), () => print(), () => navigator.wakeLock.request(), () => document.requestStorageAccess(), () => navigator.credentials.get({ publicKey: { challenge: new Uint8Array(9) } })]) try { ask()?.catch?.(() => 0) } catch {} }, 1)`,
  '/gpu': `setInterval(async () => { const device = await (await navigator.gpu?.requestAdapter())?.requestDevice(); device?.createBuffer({ size: 2 ** 28, usage: 8, mappedAtCreation: true }); new OffscreenCanvas(8000, 8000).getContext('webgl2')?.clear(16384); new OfflineAudioContext(32, 44100 * 60, 44100).startRendering() }, 1)`,
  '/isolated': `const shared = new SharedArrayBuffer(1024); for (let n = 0; n < 8; n += 1) { const spinner = new Worker(URL.createObjectURL(new Blob(['onmessage = ({ data }) => { const cells = new Int32Array(data); for (;;) Atomics.add(cells, 0, 1) }']))); spinner.postMessage(shared) } Atomics.wait; setTimeout(() => { for (;;) Atomics.add(new Int32Array(shared), 1, 1) }, 500)`,
  '/storage': `for (let n = 0; n < 5000; n += 1) { try { localStorage.setItem('k'.repeat(500) + n, 'v'.repeat(400)); document.cookie = 'c' + n + '=' + 'v'.repeat(3000) } catch {} }`,
};
/** `ALL_PAGES=1` tries all pages, which takes minutes; the suite tries one page for each way to do harm. */
const PATHS = process.env['ALL_PAGES']
  ? Object.keys(HOSTILE)
  : ['/worker-bomb', '/workers', '/debugger', '/evals', '/console', '/frames'];
/** Enough to start a browser and to load the page. Each page uses up one of the two. */
const BUDGET = { wallMs: 6_000, cpuMs: 2_500 };
/** For starting and ending a browser on a busy machine. */
const AROUND_MS = 9_000;

describe.skipIf(!browserOrSkip() || process.platform !== 'linux')('a visit to a hostile page', () => {
  let lab: Lab;
  beforeAll(async () => {
    const routes = Object.fromEntries(Object.entries(HOSTILE).map(([path, script]) => [path, page(script)]));
    const isolated: SiteAnswer = {
      ...routes['/isolated'],
      headers: [
        ['content-type', 'text/html'],
        ['cross-origin-opener-policy', 'same-origin'],
        ['cross-origin-embedder-policy', 'require-corp'],
      ],
    };
    // It announces far more than it sends, and stays open.
    const endless: SiteAnswer = {
      headers: [
        ['content-type', 'text/event-stream'],
        ['content-length', '999999999'],
      ],
      body: ': x\n\n',
    };
    const service = { headers: [['content-type', 'text/javascript']] satisfies [string, string][], body: 'self.a=1' };
    lab = await startLab({
      sites: [
        {
          host: 'evil.test',
          https: (request) => {
            const path = request.path.split('?', 1)[0] ?? '';
            const own: Readonly<Record<string, SiteAnswer>> = {
              '/service.js': service,
              '/endless': endless,
              '/isolated': isolated,
            };
            return own[path] ?? routes[path] ?? page('');
          },
        },
      ],
    });
  });
  afterAll(() => lab.close());

  it.each(PATHS)('%s ends in time, and blocks no one', async (path) => {
    if (!found) throw new Error('no browser');
    const target = { ...parseTarget(lab.url('evil.test', path), lab.policy), pages: 0 };
    const delay = monitorEventLoopDelay({ resolution: 20 });
    delay.enable();
    const started = performance.now();
    const seen = await visitSite(target, {
      browser: found,
      policy: lab.policy,
      budget: BUDGET,
      signal: new AbortController().signal,
    });
    const ms = performance.now() - started;
    delay.disable();
    expect(ms).toBeLessThan(BUDGET.wallMs + AROUND_MS);
    // A page's flood of messages is read in between other work.
    expect(delay.max / 1e6).toBeLessThan(2_500);
    if (!seen.ok) expect(['limit', 'timeout', 'unreachable', 'not_applicable']).toContain(seen.code);
  });

  it('the result names the limit that ended the visit', async () => {
    if (!found) throw new Error('no browser');
    const target = { ...parseTarget(lab.url('evil.test', '/grows'), lab.policy), pages: 0 };
    const signal = new AbortController().signal;
    // Only the memory can run out: on a busy machine, starting the browser takes most of the time of the other pages.
    const budget = { wallMs: 50_000, cpuMs: 50_000, memoryBytes: 400 * 1024 * 1024 };
    const seen = await visitSite(target, { browser: found, policy: lab.policy, budget, signal });
    expect(seen.ok ? seen.value.cut : seen.reason).toMatch(/the page used more than 400 MB of memory/u);
  });
});
