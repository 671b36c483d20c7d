import type { PageEvidence } from '../../evidence/page.ts';

type Endpoint = PageEvidence['script_endpoints'][number];

const MAX_TEXT = 262_144;
const MAX_ENDPOINTS = 50;
/** A literal absolute URL, up to its query. A template may continue after it. */
const URL_TEXT = '((?:(?:https?|wss?):)?\\/\\/[a-z0-9][^"\'`\\s\\\\?#$<>]{0,200})';
const CALLS =
  '(?:\\bfetch|\\bnew (?:WebSocket|EventSource|Request)|\\bsendBeacon|\\baxios(?:\\.[a-z]{3,7})?|(?:\\$|\\bjQuery)\\.(?:get|post|getJSON|ajax))';
/** `fetch("https://…")`, `new WebSocket('wss://…')`, `navigator.sendBeacon(…)`, `$.getJSON(…)` */
const CALL = new RegExp(`${CALLS}\\s{0,4}\\(\\s{0,20}["'\`]${URL_TEXT}`, 'giu');
/** `xhr.open('GET', 'https://…')` */
const OPEN = new RegExp(`\\.open\\s{0,4}\\(\\s{0,20}["'][a-z]{3,7}["']\\s{0,4},\\s{0,20}["'\`]${URL_TEXT}`, 'giu');
/** `$.ajax({ type: 'POST', url: 'https://…' })`, `axios({ url: … })` */
const OPTION = new RegExp(
  `\\b(?:ajax|axios)\\s{0,4}\\(\\s{0,20}\\{[^{}]{0,200}?\\burl\\s{0,4}:\\s{0,4}["'\`]${URL_TEXT}`,
  'giu',
);
/** `const API = 'https://…'`, used in `fetch(API + …)` or fetch(`${API}/…`) */
const CONSTANT = new RegExp(
  `(?:\\b(?:const|let|var) |[,;{])\\s{0,9}([a-z_$][\\w$]{0,40})\\s{0,4}=\\s{0,4}["'\`]${URL_TEXT}`,
  'giu',
);
const USE = new RegExp(`${CALLS}\\s{0,4}\\(\\s{0,20}(?:\`\\$\\{\\s{0,4})?([a-z_$][\\w$]{0,40})\\b`, 'giu');
/** `import x from 'https://…'`, `export … from`, `import('https://…')`, `importScripts(…)` */
const IMPORT = new RegExp(
  `\\b(?:from|import|import\\s{0,4}\\(|importScripts\\s{0,4}\\()\\s{0,20}["'\`]${URL_TEXT}`,
  'giu',
);

/**
 * The literal URLs that a script connects to or imports code from. Code that assembles its URLs at run time is missed:
 * only a browser sees those. Each pattern starts at a fixed word and is bounded, so matching takes linear time.
 */
export function scriptEndpoints(text: string): Endpoint[] {
  const plain = text.slice(0, MAX_TEXT).replaceAll('\\/', '/');
  if (!plain.includes('//')) return [];
  const found = new Map<string, Endpoint>();
  const add = (kind: Endpoint['kind'], address: string | undefined): void => {
    const url = address === undefined || found.size >= MAX_ENDPOINTS ? null : absolute(address);
    if (url !== null) found.set(`${kind} ${url}`, { kind, url });
  };
  for (const pattern of [CALL, OPEN, OPTION]) for (const [, url] of plain.matchAll(pattern)) add('connect', url);
  const constants = new Map<string, string>();
  for (const [, name = '', url = ''] of plain.matchAll(CONSTANT)) if (constants.size < 200) constants.set(name, url);
  if (constants.size > 0) for (const [, name = ''] of plain.matchAll(USE)) add('connect', constants.get(name));
  for (const [, url] of plain.matchAll(IMPORT)) add('script', url);
  return [...found.values()];
}

function absolute(address: string): string | null {
  const url = URL.parse(address.startsWith('//') ? `https:${address}` : address);
  if (!url || !namesHost(url)) return null;
  url.username = '';
  url.password = '';
  return url.href;
}

/** A name without a dot is a placeholder, or a machine of the developer's. */
export function namesHost({ hostname }: URL): boolean {
  return hostname.includes('.');
}
