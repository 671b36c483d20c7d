import type { SiteAnswer } from '@palisade/lab/site';

type Way = (at: string) => string;
const html = (body: string): string => `frame({ srcdoc: ${JSON.stringify(`<!doctype html><body>${body}`)} })`;
/** A file of the page itself that refers to the canary. */
const file = (kind: string, at: string): string => `frame({ src: '/${kind}?at=${at}' })`;

/** Services of the browser that a page can use: each is a script with the address it names. */
const SERVICES: Readonly<Record<string, Way>> = {
  'signed exchange': (at) => file('signed.sxg', at),
  'broken signed exchange': (at) => file('broken.sxg', at),
  'prefetched signed exchange': (at) => `add('link', { rel: 'prefetch', href: '/signed.sxg?more&at=${at}' })`,
  'web transport': (at) => `new WebTransport('${at}/').ready`,
  'web transport with its own certificate': (at) =>
    `new WebTransport('${at}/', { serverCertificateHashes: [{ algorithm: 'sha-256', value: new Uint8Array(32) }] }).ready`,
  'sign-in that is ended': (at) =>
    `IdentityCredential.disconnect({ configURL: '${at}/c.json', clientId: '1', accountHint: 'x' })`,
  'sign-in by a button': (at) =>
    `navigator.credentials.get({ mediation: 'silent', identity: { mode: 'active', providers: [{ configURL: '${at}/c.json', clientId: '1' }] } })`,
  'state token': (at) => `fetch('${at}/', { privateToken: { version: 1, operation: 'token-request' } })`,
  'redeemed state token': (at) =>
    `fetch('${at}/', { privateToken: { version: 1, operation: 'send-redemption-record', issuers: ['${at}'] } })`,
  'state token of a frame': (at) =>
    `frame({ privatetoken: '{"version":1,"operation":"token-request"}', src: '${at}/' })`,
  'writable storage': (at) => `fetch('${at}/', { mode: 'no-cors', sharedStorageWritable: true })`,
  'header of an auction': (at) => `fetch('${at}/', { mode: 'no-cors', adAuctionHeaders: true })`,
  'attribution by a script': (at) => `add('script', { attributionsrc: '${at}/', src: '${at}/a.js' })`,
  'attribution by a window': (at) => `open('/nothing', '', 'attributionsrc=${encodeURIComponent(at)}')`,
  'icon of a confirmed payment': (at) =>
    `new PaymentRequest([{ supportedMethods: 'secure-payment-confirmation', data: { rpId: location.hostname, credentialIds: [new Uint8Array(4)], challenge: new Uint8Array(4), payeeName: 'x', instrument: { displayName: 'x', icon: '${at}/i.png' } } }], { total: { label: 'x', amount: { currency: 'EUR', value: '1' } } }).canMakePayment()`,
  'background sync': (at) =>
    `navigator.serviceWorker.register('/sync.js?at=${at}', { scope: '/sync/' }).then((one) => one.sync.register('x'))`,
  'rules for links': (at) =>
    `add('a', { href: '${at}/next' }), rules({ prefetch: [{ source: 'document', eagerness: 'immediate' }] })`,
  'rules to prefetch without traces': (at) =>
    `rules({ prefetch: [{ urls: ['${at}/'], requires: ['anonymous-client-ip-when-cross-origin'], eagerness: 'immediate' }] })`,
  'page that follows': (at) => `add('link', { rel: 'prerender', href: '${at}/' })`,
  'search description': (at) =>
    `add('link', { rel: 'search', type: 'application/opensearchdescription+xml', href: '${at}/' })`,
  'navigation of a frame': (at) => `frame({ src: '/nothing' }).contentWindow.navigation.navigate('${at}/')`,
  'module of a map': (at) => `importMap('mapped', '${at}/m.js'), import('mapped')`,
  'module of a worker': (at) => `new Worker(blob("import '${at}/m.js'"), { type: 'module' })`,
  'data module': (at) => `import('${at}/d.json', { with: { type: 'json' } })`,
  'font of a script': (at) => `new FontFace('x', 'url(${at}/f.woff2)').load()`,
  'recognized voice': () => `new webkitSpeechRecognition().start()`,
  'position on earth': () => `navigator.geolocation.getCurrentPosition(() => 0)`,
  'translation model': () => `Translator.create({ sourceLanguage: 'en', targetLanguage: 'fr' })`,
  'language model': () => `LanguageModel.create()`,
  'attached devices': () =>
    `navigator.usb.getDevices(), navigator.hid.getDevices(), navigator.serial.getPorts(), navigator.bluetooth.getAvailability(), navigator.requestMIDIAccess()`,
  'remote screen': () => `add('video', { src: 'data:video/mp4,' }).remote.watchAvailability(() => 0)`,
  'fields to fill': () => html('<form><input autocomplete=cc-number><input type=password></form>'),
  'credential of a wallet': (at) =>
    `navigator.credentials.get({ digital: { requests: [{ protocol: 'openid4vp-v1-unsigned', data: { client_id: '${at}', request_uri: '${at}/r' } }] } })`,
  'icon of a credential': (at) =>
    `navigator.credentials.store(new FederatedCredential({ id: 'x', provider: '${at}', iconURL: '${at}/i.png' }))`,
  'storage of another site': (at) => `document.requestStorageAccessFor('${at}')`,
  'icons of a manifest': (at) => `add('link', { rel: 'manifest', href: '/app.webmanifest?at=${at}' })`,
  'icon for a home screen': (at) => `add('link', { rel: 'apple-touch-icon', href: '${at}/t.png' })`,
  'rules to prerender until a script': (at) =>
    `rules({ prerender_until_script: [{ urls: ['${at}/'], eagerness: 'immediate' }] })`,
  'transport of a worker': (at) => `new Worker(blob("new WebTransport('${at}/')"))`,
  'peer behind a relay': (at) =>
    `(async () => { const one = new RTCPeerConnection({ iceTransportPolicy: 'relay', iceServers: [{ urls: ['turn', 'turns'].map((name) => name + ':${at.slice('https://'.length)}?transport=tcp'), username: 'u', credential: 'p' }] }); one.createDataChannel('x'); await one.setLocalDescription(await one.createOffer()); })()`,
  'reports of many policies': (at) => file('reports.html', at),
  'protected video': () =>
    `navigator.requestMediaKeySystemAccess('com.widevine.alpha', [{ videoCapabilities: [{ contentType: 'video/mp4; codecs="avc1.42E01E"' }] }]).then((one) => one.createMediaKeys())`,
};

/** Odd places in markup, styles, vectors, documents and media. */
const PLACES: Readonly<Record<string, Way>> = {
  'frame of a frameset': (at) => `frame({ srcdoc: '<frameset><frame src="${at}/"></frameset>' })`,
  'background of a body': (at) => `frame({ srcdoc: '<body background="${at}/">' })`,
  'background of a table': (at) => html(`<table background="${at}/"><tr><td>x</table>`),
  'written document': (at) => `frame({}).contentDocument.write('<img src="${at}/">')`,
  'shadow tree': (at) =>
    `add('div', {}).setHTMLUnsafe('<p><template shadowrootmode=open><img src="${at}/"></template></p>')`,
  'style of a shadow tree': (at) =>
    `add('div', {}).setHTMLUnsafe('<p><template shadowrootmode=closed><style>:host{background:url(${at}/)}</style></template>x</p>')`,
  'sheet for print': (at) => `add('link', { rel: 'stylesheet', media: 'print', href: '${at}/' })`,
  'alternate sheet': (at) => `add('link', { rel: 'alternate stylesheet', title: 'x', href: '${at}/' })`,
  'layered import': (at) => style(`@import url(${at}/) layer(x) supports(display: grid) screen;`),
  'import of an import': (at) => `add('link', { rel: 'stylesheet', href: '/import.css?at=${at}' })`,
  'adopted sheet': (at) =>
    `(() => { const one = new CSSStyleSheet(); one.replaceSync('body{--a:1} #adopted{background:url(${at}/)}'); document.adoptedStyleSheets.push(one); add('b', { id: 'adopted' }).textContent = 'x'; })()`,
  'registered property': (at) =>
    style(
      `@property --p{syntax:"<url>";inherits:false;initial-value:url(${at}/)} #p{background:var(--p)}`,
      '<b id=p>x</b>',
    ),
  'image of a variable': (at) => style(`#v{--v:url(${at}/);background:var(--v)}`, '<b id=v>x</b>'),
  'button of a file': (at) => style(`::file-selector-button{background:url(${at}/)}`, '<input type=file>'),
  'backdrop of a dialog': (at) =>
    style(`dialog::backdrop{background:url(${at}/)}`, '<dialog>x</dialog><script>document.querySelector("dialog").showModal()</script>'), // prettier-ignore
  'view transition': (at) =>
    style(`::view-transition{background:url(${at}/)}`, '<script>document.startViewTransition(() => 0)</script>'),
  'first letter': (at) => style(`p::first-letter{background:url(${at}/)}`, '<p>x</p>'),
  'base of a document': (at) => html(`<base href="${at}/"><img src=i.png>`),
  'inserted picture': (at) =>
    `(() => { add('div', { contenteditable: '' }).focus(); document.execCommand('insertImage', false, '${at}/i.png'); })()`,
  'ping of an area': (at) => `add('area', { href: '#y', ping: '${at}/' }).click()`,
  'address in an attribute': (at) => style('#q{background:attr(data-u type(<url>))}', `<b id=q data-u="${at}/">x</b>`),
  'reflected mask': (at) => style(`b{-webkit-box-reflect:below 0 url(${at}/);display:block}`, '<b>x</b>'),
  'mask of a box': (at) => style(`b{-webkit-mask-box-image:url(${at}/) 9;display:block}`, '<b>x</b>'),
  'path of a motion': (at) => style(`b{offset-path:url(${at}/a.svg#x);display:block}`, '<b>x</b>'),
  'gradient of a vector': (at) =>
    html(`<svg><linearGradient id=g href="${at}/a.svg#g"/><rect width=9 height=9 fill="url(#g)"/></svg>`),
  'path of a text': (at) => html(`<svg><text><textPath href="${at}/a.svg#p">x</textPath></text></svg>`),
  'symbols of a counter': (at) => style(`ul{list-style:url(${at}/) inside}`, '<ul><li>x</ul>'),
  'path to clip': (at) => style(`b{clip-path:url(${at}/a.svg#x);display:block}`, '<b>x</b>'),
  'filter of a backdrop': (at) => style(`b{filter:url(${at}/a.svg#x);display:block}`, '<b>x</b>'),
  'paint of a vector': (at) => html(`<svg><rect width=9 height=9 fill="url(${at}/a.svg#x)"/></svg>`),
  'marker of a vector': (at) => html(`<svg><path d="M0 0 9 9" marker-start="url(${at}/a.svg#x)"/></svg>`),
  'script of a vector': (at) => html(`<svg><script href="${at}/a.js"></script></svg>`),
  'animated picture of a vector': (at) =>
    html(`<svg><image width=9 height=9><set attributeName=href to="${at}/a.png"/></image></svg>`),
  'picture of a fallback': (at) => html(`<object data="/nothing.bin"><img src="${at}/"></object>`),
  'sheet of a document': (at) => file('styled.xml', at),
  'sheet of a vector': (at) => file('styled.svg', at),
  'import of a transformation': (at) => file('imports.xml', at),
  'document of a transformation': (at) => file('reads.xml', at),
  'entity of a document': (at) => file('entity.xml', at),
  'segment of a playlist': (at) => `add('video', { src: '/list.m3u8?at=${at}', preload: 'auto', muted: '' }).play()`,
  'style of subtitles': (at) =>
    `(() => { const one = add('video', { src: 'data:video/mp4,' }); one.innerHTML = '<track default src="/text.vtt?at=${at}">'; one.textTracks[0].mode = 'showing'; })()`,
  'portable document': (at) => file('opens.pdf', at),
  'redirected picture': (at) => `add('img', { src: '/redirect?at=${at}' })`,
  'replaced picture': (at) => `add('img', { src: '/mixed?at=${at}' })`,
  'link of a picture': (at) => `add('img', { src: '/linked.gif?at=${at}' })`,
  'link of a script': (at) => `add('script', { src: '/linked.js?at=${at}' })`,
  'link of a frame': (at) => file('linked.html', at),
};

function style(text: string, body = ''): string {
  return html(`<style>${text}</style>${body}`);
}

export const WAYS: Readonly<Record<string, Way>> = { ...SERVICES, ...PLACES };

const TRANSFORMED = (at: string, kind: string): string =>
  `<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="/${kind}.xsl?at=${at}"?><a/>`;
const SHEET = (inner: string): string =>
  `<?xml version="1.0"?><xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">${inner}</xsl:stylesheet>`;

/** Files of the page, by path: media type, body and further fields for the address of a canary. */
const FILES: Readonly<Record<string, (at: string) => [type: string, body: string, ...fields: [string, string][]]>> = {
  '/signed.sxg': (at) => [SIGNED, exchange(at, true), NOSNIFF],
  '/broken.sxg': (at) => [SIGNED, exchange(at, false), NOSNIFF],
  '/sync.js': (at) => ['text/javascript', `addEventListener('sync', () => fetch('${at}/', { mode: 'no-cors' }))`],
  '/app.webmanifest': (at) => [
    'application/manifest+json',
    JSON.stringify({
      name: 'x',
      start_url: '/',
      display: 'standalone',
      icons: [{ src: `${at}/i.png`, sizes: '192x192' }],
    }),
  ],
  '/reports.html': (at) => [
    'text/html',
    '<!doctype html><img src=/nothing.png><script src=/nothing.js></script><script>document.write("x")</script>',
    ['reporting-endpoints', `default="${at}/default", all="${at}/all"`],
    ['content-security-policy', `img-src 'none'; report-uri ${at}/csp`],
    ['cross-origin-embedder-policy-report-only', 'require-corp; report-to="all"'],
    ['cross-origin-opener-policy', 'same-origin; report-to="all"'],
    ['integrity-policy', 'blocked-destinations=(script), endpoints=(all)'],
    ['document-policy-report-only', 'document-write=?0; report-to=all'],
    ['permissions-policy-report-only', 'geolocation=();report-to=all'],
    ['expect-ct', `max-age=9, report-uri="${at}/ct"`],
    [
      'public-key-pins-report-only',
      `pin-sha256="${Buffer.alloc(32).toString('base64')}"; max-age=9; report-uri="${at}/pins"`,
    ],
  ],
  '/import.css': (at) => ['text/css', `@import "/second.css?at=${at}";`],
  '/second.css': (at) => ['text/css', `@import "${at}/";`],
  '/styled.xml': (at) => [
    'application/xhtml+xml',
    `<?xml-stylesheet href="${at}/a.css" type="text/css"?><html xmlns="http://www.w3.org/1999/xhtml"><body>x</body></html>`,
  ],
  '/styled.svg': (at) => [
    'image/svg+xml',
    `<?xml-stylesheet href="${at}/a.css" type="text/css"?><svg xmlns="http://www.w3.org/2000/svg"/>`,
  ],
  '/imports.xml': (at) => ['text/xml', TRANSFORMED(at, 'imports')],
  '/imports.xsl': (at) => ['text/xml', SHEET(`<xsl:import href="${at}/a.xsl"/>`)],
  '/reads.xml': (at) => ['text/xml', TRANSFORMED(at, 'reads')],
  '/reads.xsl': (at) => [
    'text/xml',
    SHEET(`<xsl:template match="/"><p><xsl:value-of select="document('${at}/a.xml')"/></p></xsl:template>`),
  ],
  '/entity.xml': (at) => [
    'application/xhtml+xml',
    `<!DOCTYPE html SYSTEM "${at}/a.dtd" [<!ENTITY x SYSTEM "${at}/x">]><html xmlns="http://www.w3.org/1999/xhtml"><body>&x;</body></html>`,
  ],
  '/list.m3u8': (at) => [
    'application/vnd.apple.mpegurl',
    `#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\n${at}/a.ts\n#EXT-X-ENDLIST\n`,
  ],
  '/text.vtt': (at) => [
    'text/vtt',
    `WEBVTT\n\nSTYLE\n::cue { background: url(${at}/) }\n\n00:00.000 --> 01:00.000\n<img src="${at}/">x\n`,
  ],
  '/opens.pdf': (at) => ['application/pdf', portable(at)],
  '/redirect': (at) => ['text/plain', '', ['location', `${at}/`]],
  '/mixed': (at) => [
    'multipart/x-mixed-replace; boundary=b',
    `--b\r\nContent-Type: image/svg+xml\r\nLink: <${at}/>; rel=preload; as=image\r\nRefresh: 0;url=${at}/\r\n\r\n<svg xmlns="http://www.w3.org/2000/svg"><image href="${at}/"/></svg>\r\n--b--`,
  ],
  '/linked.gif': (at) => ['image/gif', 'GIF89a', link(at)],
  '/linked.js': (at) => ['text/javascript', '', link(at), ['sourcemap', `${at}/map.json`]],
  '/linked.html': (at) => ['text/html', '<!doctype html>x', link(at)],
};

const SIGNED = 'application/signed-exchange;v=b3';
const NOSNIFF: [string, string] = ['x-content-type-options', 'nosniff'];
const link = (at: string): [string, string] => [
  'link',
  `<${at}/p.png>; rel=preload; as=image, <${at}>; rel=preconnect`,
];

/** @returns null: the page has no such file */
export function placeFile(address: string): SiteAnswer | null {
  const { pathname, searchParams } = new URL(address, 'https://page.test');
  const made = FILES[pathname]?.(searchParams.get('at') ?? '');
  if (!made) return null;
  const [type, body, ...fields] = made;
  const status = fields.some(([name]) => name === 'location') ? 302 : 200;
  return { status, headers: [['content-type', type], ['cache-control', 'no-store'], ...fields], body: Buffer.from(body, 'latin1') }; // prettier-ignore
}

/** An application/signed-exchange;v=b3, whose certificate is at the canary; broken: with a fallback there instead. */
function exchange(at: string, signed: boolean): string {
  const fallback = signed ? 'https://page.test/x' : `${at}/fallback`;
  const bytes = (value: number, count: number): string =>
    Array.from({ length: count }, (_, n) => String.fromCharCode((value >> (8 * (count - 1 - n))) & 255)).join('');
  const now = Math.floor(Date.now() / 1000);
  const zero = Buffer.alloc(32).toString('base64');
  const signature = signed
    ? `label;cert-sha256=*${zero}*;cert-url="${at}/cert.cbor";date=${now - 60};expires=${now + 3600};integrity="digest/mi-sha256-03";sig=*${zero}*;validity-url="https://page.test/validity"`
    : 'broken';
  const text = (one: string): string => `${String.fromCharCode(0x40 | 24)}${bytes(one.length, 1)}${one}`;
  const pairs: [string, string][] = [
    [':status', '200'],
    ['content-encoding', 'mi-sha256-03'],
    ['content-type', 'text/html'],
    ['digest', `mi-sha256-03=${zero}`],
  ];
  const canonical = pairs.toSorted(([a], [b]) => a.length - b.length || (a < b ? -1 : 1));
  const short = (one: string): string =>
    one.length < 24 ? `${String.fromCharCode(0x40 | one.length)}${one}` : text(one);
  const headers = `${String.fromCharCode(0xa0 | pairs.length)}${canonical.map(([name, value]) => short(name) + short(value)).join('')}`;
  return `sxg1-b3\0${bytes(fallback.length, 2)}${fallback}${bytes(signature.length, 3)}${bytes(headers.length, 3)}${signature}${headers}${bytes(4096, 8)}x`;
}

/** Opens an address, submits a form and loads an image as soon as it is shown. */
function portable(at: string): string {
  const parts = [
    `<</Type/Catalog/Pages 2 0 R/OpenAction<</S/URI/URI(${at}/uri)/Next<</S/SubmitForm/F(${at}/form)/Next<</S/JavaScript/JS(app.launchURL\\("${at}/js"\\);this.submitForm\\("${at}/sent"\\))>>>>>>>>`,
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]>>',
  ];
  const body = parts.map((part, index) => `${index + 1} 0 obj${part}endobj\n`).join('');
  return `%PDF-1.7\n${body}trailer<</Size 4/Root 1 0 R>>\n%%EOF`;
}
