import type { World } from '@palisade/lab/pages/page-world';
import type { BrowserPage } from '@palisade/scanner/evidence/browser';

/** Two pages that differ in one thing: the first must be found, its neighbor must not. */
export interface Pair {
  name: string;
  /** A check and the outcome that the first page has and its neighbor does not, or what is looked for in the evidence. */
  found: readonly [check: string, outcome: string] | ((page: BrowserPage) => boolean);
  bad: Page;
  good: Page;
  /** The policies are tried, too. */
  trials?: true;
}

interface Page {
  body: string;
  headers?: Readonly<Record<string, string>>;
}

const page = (body: string, headers?: Page['headers']): Page => ({ body, ...(headers && { headers }) });
const run = (code: string): Page => page(`<script>${code}</script>`);
const CLOSED = `customElements.define('a-in', class extends HTMLElement { connectedCallback() { this.attachShadow({ mode: 'closed' }).innerHTML = '<form action="ACTION" method=post><p><input type=password></form>' } }); document.documentElement.append(document.createElement('a-in'))`;
const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0AA.c2lnbmF0dXJl';
const ID = '0a1b2c3d4e5f60718293a4b5c6d7e8f9';
const GOOD_HASH = 'sha384-PPLV44eNDv7YqKlykMYoQXwAWaMRRJS+gQb1M+nhj3c3Cd6ifblZndsns0Iw9K+m';

export const PAIRS: readonly Pair[] = [
  { name: 'a token in localStorage', found: ['exposed-tokens', 'storage'], bad: run(`localStorage.setItem('auth', '${JWT}')`), good: run(`localStorage.setItem('theme', 'dark')`) },
  { name: 'a token within an object in sessionStorage', found: ['exposed-tokens', 'storage'], bad: run(`sessionStorage.setItem('user', JSON.stringify({ token: '${JWT}' }))`), good: run(`sessionStorage.setItem('user', JSON.stringify({ token: 'none yet' }))`) },
  { name: 'a token that is encoded once more', found: ['exposed-tokens', 'storage'], bad: run(`localStorage.setItem('persist:root', JSON.stringify({ auth: JSON.stringify({ token: '${JWT}' }) }))`), good: run(`localStorage.setItem('persist:root', JSON.stringify({ auth: JSON.stringify({ token: null }) }))`) },
  { name: 'a provider’s secret key in storage', found: ['exposed-tokens', 'key'], bad: run(`localStorage.setItem('cfg', 'sk' + '_live_51H8abcdefghijklmnop')`), good: run(`localStorage.setItem('cfg', 'pk' + '_live_51H8abcdefghijklmnop')`) },
  { name: 'a token in a request', found: ['exposed-tokens', 'address'], bad: run(`fetch('/api?access_token=${ID}')`), good: run(`fetch('/api?client_id=${ID}')`) },
  { name: 'a session in a request', found: ['exposed-tokens', 'address'], bad: run(`fetch('/page;jsessionid=${ID}')`), good: run(`fetch('/socket.io/?EIO=4&transport=polling&sid=${ID}')`) },
  { name: 'a token in the page’s fragment', found: ['exposed-tokens', 'address'], bad: run(`location.hash = 'access_token=${ID}'`), good: run(`location.hash = 'section=${ID}'`) },
  { name: 'a session cookie set by a script', found: ['session-cookies', 'readable'], bad: run(`document.cookie = 'sessionid=${ID}; Secure'`), good: run(`document.cookie = 'tt_sessionId=${ID}; Secure'`) },
  { name: 'a session cookie of a response without HttpOnly', found: ['session-cookies', 'readable'], bad: page('', { 'set-cookie': `PHPSESSID=${ID}; Secure` }), good: page('', { 'set-cookie': `PHPSESSID=${ID}; Secure; HttpOnly` }) },
  { name: 'a session cookie by the Cookie Store', found: ['session-cookies', 'readable'], bad: run(`cookieStore.set('auth_token', '${ID}')`), good: run(`cookieStore.set('kampyleUserSession', '${ID}')`) },
  { name: 'a password form to another site', found: ['forms-elsewhere', 'secret'], bad: page('<form action="https://other.test/in" method=post><input type=password></form>'), good: page('<form action="/in" method=post><input type=password></form>') },
  { name: 'a password field that only belongs to its form by name', found: ['forms-elsewhere', 'secret'], bad: page('<form id=in action="https://other.test/in" method=post></form><input form=in type=password>'), good: page('<form id=in action="/in" method=post></form><input form=in type=password>') },
  { name: 'a password form to another site in a closed shadow tree', trials: true, found: ({ forms, trials }) => forms.some(({ action, password }) => action === 'https://other.test/in' && password) && trials.some(({ value }) => value.includes('form-action https://other.test;')), bad: run(CLOSED.replace('ACTION', 'https://other.test/in')), good: run(CLOSED.replace('ACTION', '/in')) },
  { name: 'a button that sends the password elsewhere', found: ['forms-elsewhere', 'secret'], bad: page('<form action="/in" method=post><input type=password><button formaction="https://other.test/in">Go</button></form>'), good: page('<form action="/in" method=post><input type=password><button formaction="/other">Go</button></form>') },
  { name: 'a button outside its form that sends the password elsewhere', found: ['forms-elsewhere', 'secret'], bad: page('<form id=in action="/in" method=post><input type=password></form><button form=in formaction="https://other.test/in">Go</button>'), good: page('<form id=in action="/in" method=post><input type=password></form><button form=in formaction="/other">Go</button>') },
  { name: 'a card form that a script adds', found: ['forms-elsewhere', 'secret'], bad: run(`document.documentElement.insertAdjacentHTML('beforeend', '<form action="https://other.test/p" method=post><input autocomplete=cc-number></form>')`), good: run(`document.documentElement.insertAdjacentHTML('beforeend', '<form action="https://checkout.stripe.com/p" method=post><input autocomplete=cc-number></form>')`) },
  { name: 'a password form in a shadow tree', found: ['forms-elsewhere', 'secret'], bad: page(`<x-login></x-login><script>document.querySelector('x-login').attachShadow({ mode: 'open' }).innerHTML = '<form action="https://other.test/in" method=post><input type=password></form>'</script>`), good: page(`<x-login></x-login><script>document.querySelector('x-login').attachShadow({ mode: 'open' }).innerHTML = '<form action="/in" method=post><input type=password></form>'</script>`) },
  { name: 'a password form over http', found: ['forms-elsewhere', 'clear'], bad: page('<form action="http://HOST/in" method=post><input type=password></form>'), good: page('<form action="//HOST/in" method=post><input type=password></form>') },
  { name: 'a form that a base sends elsewhere', found: ['forms-elsewhere', 'secret'], bad: page('<base href="https://other.test/"><form action="in" method=post><input type=password></form>'), good: page('<base href="/folder/"><form action="in" method=post><input type=password></form>') },
  { name: 'a form that is sent, not one that only closes its dialog', found: ['forms-elsewhere', 'secret'], bad: page('<dialog open><form action="https://other.test/in" method=post><input type=password></form></dialog>'), good: page('<dialog open><form action="https://other.test/in" method=dialog><input type=password></form></dialog>') },
  { name: 'a password form in a frame that the page writes', found: ['forms-elsewhere', 'secret'], bad: page(`<iframe srcdoc="<form action='https://other.test/in' method=post><input type=password></form>"></iframe>`), good: page(`<iframe srcdoc="<form action='/in' method=post><input type=password></form>"></iframe>`) },
  { name: 'a form with a field called elements', found: ['forms-elsewhere', 'secret'], bad: page('<form action="https://other.test/in" method=post><input name=elements><input name=matches><input type=password></form>'), good: page('<form action="/in" method=post><input name=elements><input name=action value="https://other.test/in"><input type=password></form>') },
  { name: 'a newsletter form to another site', found: ['forms-elsewhere', 'elsewhere'], bad: page('<form action="https://news.test/s" method=post><input name=mail></form>'), good: page('<form action="https://www.HOST/s" method=post><input name=mail></form>') },
  { name: 'a tracker before consent', found: ['trackers', 'tracked'], bad: run(`new Image().src = 'https://www.google-analytics.com/g/collect?v=2'`), good: run(`new Image().src = 'https://fonts.gstatic.com/a.png'`) },
  { name: 'a tracking cookie before consent', found: ['trackers', 'tracked'], bad: run(`document.cookie = '_fbp=fb.1.1.1; Secure'`), good: run(`document.cookie = 'OptanonConsent=a; Secure'`) },
  { name: 'a beacon to a tracker', found: ['trackers', 'tracked'], bad: run(`navigator.sendBeacon('https://www.google-analytics.com/g/collect', 'a')`), good: run(`navigator.sendBeacon('/collect', 'a')`) },
  { name: 'an image over http', found: ['mixed-content', 'upgraded'], bad: page('<img src="http://cdn.test/a.png">'), good: page('<img src="https://cdn.test/a.png"><a href="http://cdn.test/">link</a>') },
  { name: 'a script over http', found: ['mixed-content', 'blocked'], bad: page('<script src="http://cdn.test/lib-1.2.3.js"></script>'), good: page('<script src="//cdn.test/lib-1.2.3.js"></script>') },
  { name: 'a request over http', found: ['mixed-content', 'blocked'], bad: run(`fetch('http://cdn.test/a').catch(() => 0)`), good: run(`fetch('https://cdn.test/a').catch(() => 0)`) },
  { name: 'a WebSocket without TLS', found: ['mixed-content', 'blocked'], bad: run(`try { new WebSocket('ws://cdn.test/a') } catch {}`), good: run(`try { new WebSocket('wss://cdn.test/a') } catch {}`) },
  { name: 'a stylesheet over http', found: ['mixed-content', 'blocked'], bad: page('<link rel=stylesheet href="http://cdn.test/a.css">'), good: page('<meta http-equiv=Content-Security-Policy content=upgrade-insecure-requests><link rel=stylesheet href="http://cdn.test/a.css">') },
  { name: 'a file that the policy blocks', found: ['policy-violations', 'broken'], bad: page('<script src="https://cdn.test/lib-1.2.3.js"></script>', { 'content-security-policy': "script-src 'self'" }), good: page('<script src="https://cdn.test/lib-1.2.3.js"></script>', { 'content-security-policy': 'script-src https://cdn.test' }) },
  { name: 'eval that the policy blocks', found: ['policy-violations', 'broken'], bad: page(`<script>try { eval('1') } catch {}</script>`, { 'content-security-policy': "script-src 'unsafe-inline'" }), good: page(`<script>try { eval('1') } catch {}</script>`, { 'content-security-policy-report-only': "script-src 'unsafe-inline'" }) },
  { name: 'a policy in the markup that blocks', found: ['policy-violations', 'broken'], bad: page(`<meta http-equiv=Content-Security-Policy content="img-src 'self'"><img src="https://cdn.test/a.png">`), good: page(`<meta http-equiv=Content-Security-Policy content="img-src https:"><img src="https://cdn.test/a.png">`) },
  { name: 'a file with another hash', found: ['policy-violations', 'broken'], bad: page(`<script src="https://cdn.test/lib-1.2.3.js" integrity="sha384-${'A'.repeat(64)}" crossorigin></script>`), good: page(`<script src="https://cdn.test/lib-1.2.3.js" integrity="${GOOD_HASH}" crossorigin></script>`) },
  { name: 'a frame that COEP blocks', found: ['policy-violations', 'broken'], bad: page('<iframe src="https://cdn.test/frame.html"></iframe>', { 'cross-origin-embedder-policy': 'require-corp' }), good: page('<iframe credentialless src="https://cdn.test/frame.html"></iframe>', { 'cross-origin-embedder-policy': 'credentialless' }) },
  { name: 'a third party’s versioned file without a hash', trials: true, found: ['script-integrity', 'missing'], bad: page('<script src="https://cdn.test/lib-1.2.3.js"></script>'), good: page('<script src="https://cdn.test/lib.js"></script>') },
  { name: 'a third party’s file that stays the same', trials: true, found: ['script-integrity', 'missing'], bad: page('<script src="https://cdn.test/lib-1.2.3.js" crossorigin></script>'), good: page('<script src="https://cdn.test/varies-1.2.3.js" crossorigin></script>') },
  { name: 'a file of another site, not of the same one', trials: true, found: ['script-integrity', 'missing'], bad: page('<script src="https://cdn.test/lib-1.2.3.js"></script>'), good: page('<script src="https://static.HOST/lib-1.2.3.js"></script>') },
  { name: 'a file whose hash no browser knows', trials: true, found: ['script-integrity', 'missing'], bad: page('<script src="https://cdn.test/lib-1.2.3.js" integrity="md5-abc" crossorigin></script>'), good: page(`<script src="https://cdn.test/lib-1.2.3.js" integrity="${GOOD_HASH}" crossorigin></script>`) },
  { name: 'a module of another site', trials: true, found: ['script-integrity', 'missing'], bad: page('<script type=module src="https://cdn.test/lib-1.2.3.js"></script>'), good: page('<script type=module src="https://closed.test/lib-1.2.3.js"></script>') },
  { name: 'code by eval', found: ({ scripts }) => scripts.some(({ kind }) => kind === 'eval'), bad: run(`eval('window.a = 1')`), good: run('window.a = 1') },
  { name: 'code by the Function constructor', found: ({ scripts }) => scripts.some(({ kind }) => kind === 'eval'), bad: run(`new Function('window.a = 1')()`), good: run('(function () { window.a = 1 })()') },
  { name: 'code by a timer’s text', found: ({ scripts }) => scripts.some(({ kind }) => kind === 'eval'), bad: run(`setTimeout('window.a = 1')`), good: run('setTimeout(() => { window.a = 1 })') },
  { name: 'code by a javascript: address', found: ({ scripts }) => scripts.some(({ sample }) => sample?.includes('window.byAddress') ?? false), bad: page('<iframe src="javascript:window.byAddress=1"></iframe><script>location.href = "javascript:void(window.byAddress = 1)"</script>'), good: page('<a href="javascript:void(window.byAddress = 1)">Go</a>') },
  { name: 'a module by a data: address', found: ({ scripts }) => scripts.some(({ url }) => url?.startsWith('data:') ?? false), bad: page('<script type=module>import("data:text/javascript,window.a=1")</script>'), good: page('<script type=module>fetch("data:text/javascript,window.a=1")</script>') },
  { name: 'a script by document.write', found: ({ scripts }) => scripts.some(({ url }) => url === 'https://cdn.test/lib-1.2.3.js'), bad: run(`document.write('<script src="https://cdn.test/lib-1.2.3.js"><\\/script>')`), good: run(`document.write('&lt;script src="https://cdn.test/lib-1.2.3.js">')`) },
  { name: 'an inline script by document.write', found: ({ scripts }) => scripts.some(({ sample }) => sample?.startsWith('window.written')), bad: run(`document.write('<script>window.written = 1<\\/script>')`), good: run(`document.write('<script type=text/template>window.written = 1<\\/script>')`) },
  { name: 'a frame without sandbox', found: ({ frames }) => frames.some(({ url, sandbox }) => url.startsWith('https://cdn.test/frame') && sandbox === null), bad: page('<iframe src="https://cdn.test/frame.html"></iframe>'), good: page('<iframe sandbox src="https://cdn.test/frame.html"></iframe>') },
  { name: 'a frame that a script adds without sandbox', found: ({ frames }) => frames.some(({ url, sandbox }) => url.startsWith('https://cdn.test/frame') && sandbox === null), bad: run(`const f = document.createElement('iframe'); f.src = 'https://cdn.test/frame.html'; document.documentElement.append(f)`), good: run(`const f = document.createElement('iframe'); f.sandbox = 'allow-scripts'; f.src = 'https://cdn.test/frame.html'; document.documentElement.append(f)`) },
  { name: 'a dedicated worker', found: ({ frame_scripts: all = [] }) => all.some(({ place }) => place === 'worker'), bad: run(`new Worker('/worker.js')`), good: run(`fetch('/worker.js')`) },
  { name: 'a shared worker', found: ({ frame_scripts: all = [] }) => all.some(({ place }) => place === 'shared-worker'), bad: run(`new SharedWorker('/worker.js')`), good: run(`fetch('/worker.js')`) },
  { name: 'an event handler in the markup', found: ({ scripts }) => scripts.some(({ kind }) => kind === 'handler'), bad: page('<body onload="window.a = 1">'), good: page('<body data-onload="window.a = 1">') },
  { name: 'a JSONP answer', found: ({ scripts }) => scripts.some(({ url }) => url?.startsWith('https://cdn.test/lib-1.2.3.js?') ?? false), bad: run(`const s = document.createElement('script'); s.src = 'https://cdn.test/lib-1.2.3.js?callback=a'; document.documentElement.append(s)`), good: run(`fetch('https://cdn.test/lib-1.2.3.js?callback=a')`) },
]; // prettier-ignore

export const hostIn = (index: number, which: 'bad' | 'good'): string => `${which}-${index}.test`;

/** All pairs, each page at its own host. */
export function pairsWorld(): World {
  const shared = { '/lib-1.2.3.js': file('window.lib = 1'), '/lib.js': file('window.lib = 1') };
  const sites: [string, World[string]][] = [
    ['cdn.test', { ...shared, '/varies-1.2.3.js': { ...file(''), body: (count: number) => `window.lib = ${count}` }, '/frame.html': '<p>Frame</p>', '/a.css': 'a{}', '/a.png': '' }],
    ['closed.test', { '/lib-1.2.3.js': 'window.lib = 1' }],
    ['www.google-analytics.com', { '*': '' }],
    ['fonts.gstatic.com', { '*': '' }],
  ]; // prettier-ignore
  for (const [index, pair] of PAIRS.entries())
    for (const which of ['bad', 'good'] as const) {
      const host = hostIn(index, which);
      const { body, headers } = pair[which];
      const html = `<!doctype html><title>${pair.name}</title>${body.replaceAll('HOST', host)}`;
      const start = { body: html, ...(headers && { headers }) };
      sites.push([host, { '/': start, '/worker.js': 'self.a = 1', '*': '' }]);
      sites.push([`static.${host}`, shared]);
    }
  return Object.fromEntries(sites);
}

function file(body: string) {
  return { body, headers: { 'access-control-allow-origin': '*' } };
}
