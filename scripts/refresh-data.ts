/**
 * Brings tables in packages/scanner/src/data up to date from their public sources: `npm run refresh-data [table…]`. It
 * needs the internet; a table whose source does not answer is left as it is. Review the difference in Git, and run the
 * scanner's tests. Rows of some tables need a person's judgement: what there is to look at is printed, and
 * `npm run refresh-data -- --reviewed <table>` then puts today's date on that table.
 */
import { readFileSync, writeFileSync } from 'node:fs';

import { BYPASS_ENDPOINTS } from '../packages/scanner/src/data/csp-bypass-endpoints.ts';
import { BYPASS_HOSTS, BYPASS_TABLE_DATE } from '../packages/scanner/src/data/csp-bypass-hosts.ts';
import { COOKIE_TABLE_DATE } from '../packages/scanner/src/data/cookie-names.ts';
import { dayOf, markReviewed, REVIEWED } from './reviewed-tables.ts';
import { tableKind } from '../packages/scanner/src/parse/cookies/cookie-table.ts';

const CSP_EVALUATOR =
  process.env['CSP_EVALUATOR_URL'] ??
  'https://raw.githubusercontent.com/google/csp-evaluator/master/allowlist_bypasses';
const COOKIE_DATABASE =
  process.env['COOKIE_DATABASE_URL'] ??
  'https://raw.githubusercontent.com/jkwakman/Open-Cookie-Database/master/open-cookie-database.csv';
const CT_LIST = process.env['CT_LIST_URL'] ?? 'https://www.gstatic.com/ct/log_list/v3/log_list.json';
const FOLDER = new URL('../packages/scanner/src/data/', import.meta.url);
const END_OF_LIFE = process.env['END_OF_LIFE_BASE_URL'] ?? 'https://endoflife.date';
const RETIRE =
  process.env['RETIRE_URL'] ??
  'https://raw.githubusercontent.com/RetireJS/retire.js/master/repository/jsrepository-master.json';

type Line = [line: string, end: string | boolean];
interface EndOfLifeTable {
  as_of: string;
  sources: string[];
  products: { product: string; slug?: string; source: string; lines: Line[] }[];
  builds: unknown[];
}
type Advisory = [from: string, below: string | null, severity: string, ids: string, cwe: number | null, unfixed?: true];
interface LibraryTable {
  as_of: string;
  sources: string[];
  libraries: { library: string; names: string[]; banners: string[]; advisories: Advisory[] }[];
}
interface RetireVulnerability {
  atOrAbove?: string;
  below: string;
  severity?: string;
  cwe?: string[];
  identifiers?: { CVE?: string[]; githubID?: string; retid?: string; issue?: string; bug?: string };
}

const today = new Date().toISOString().slice(0, 10);

async function fetchJson<T>(url: string): Promise<T> {
  // Not a scan: the operator fetches tables from the sources named above.
  // oxlint-disable-next-line no-restricted-globals
  const response = await fetch(url, { signal: AbortSignal.timeout(20_000) });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return (await response.json()) as T;
}

function read(name: string): unknown {
  return JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8'));
}

/** One row a line, so that a difference shows what changed. */
function write(name: string, table: object): void {
  const members = Object.entries(table).map(([key, value]: [string, unknown]) => {
    const rows = Array.isArray(value) && typeof value[0] === 'object' ? value : null;
    const text = rows
      ? `[\n${rows.map((row) => `    ${JSON.stringify(row)}`).join(',\n')}\n  ]`
      : JSON.stringify(value);
    return `  ${JSON.stringify(key)}: ${text}`;
  });
  writeFileSync(new URL(name, FOLDER), `{\n${members.join(',\n')}\n}\n`);
}

async function refreshEndOfLife(): Promise<void> {
  const table = read('end-of-life.json') as EndOfLifeTable;
  for (const row of table.products) {
    if (row.slug === undefined) continue;
    const cycles = await fetchJson<{ cycle: string; eol: string | boolean }[]>(`${END_OF_LIFE}/api/${row.slug}.json`);
    const fresh = cycles.map(({ cycle, eol }): Line => [cycle, eol]);
    const known = new Set(fresh.map(([line]) => line));
    // Lines that the source has dropped, or never had, stay.
    row.lines = [...fresh, ...row.lines.filter(([line]) => !known.has(line))];
  }
  table.as_of = today;
  table.sources[0] = `endoflife.date, ${today} (MIT)`;
  write('end-of-life.json', table);
}

async function refreshLibraries(): Promise<void> {
  const table = read('library-advisories.json') as LibraryTable;
  const source = await fetchJson<Record<string, { vulnerabilities?: RetireVulnerability[] }>>(RETIRE);
  const byName = new Map(table.libraries.flatMap((row) => [row.library, ...row.names].map((name) => [name, row])));
  for (const [component, { vulnerabilities = [] }] of Object.entries(source)) {
    const name = component.toLowerCase();
    const row = byName.get(name) ?? byName.get(name.replace(/\.js$/u, ''));
    if (!row) continue;
    const known = new Set(row.advisories.map(([from, , , ids]) => `${from} ${ids}`));
    row.advisories.push(...vulnerabilities.map(advisoryOf).filter(([from, , , ids]) => !known.has(`${from} ${ids}`)));
  }
  table.as_of = today;
  table.sources[0] = `Retire.js, repository/jsrepository-master.json, ${today} (Apache-2.0)`;
  write('library-advisories.json', table);
}

function advisoryOf({
  atOrAbove = '0',
  below,
  severity = 'medium',
  cwe,
  identifiers = {},
}: RetireVulnerability): Advisory {
  const { CVE = [], githubID, retid, issue, bug } = identifiers;
  const other = retid ? `retid:${retid}` : issue ? `issue:${issue}` : bug ? `bug:${bug}` : 'advisory';
  const ids = CVE.length > 0 ? CVE.join(' ') : (githubID ?? other);
  const number = Number(/^CWE-(\d+)$/u.exec(cwe?.[0] ?? '')?.[1] ?? Number.NaN);
  const row: Advisory = [atOrAbove, below, severity, ids, Number.isNaN(number) ? null : number];
  if (below.includes('.999')) row.push(true);
  return row;
}

/** Hosts of csp-evaluator's lists (Apache-2.0) that stand in neither of our tables. */
async function compareBypassHosts(): Promise<string> {
  const lists = await Promise.all(['jsonp', 'angular'].map((name) => fetchText(`${CSP_EVALUATOR}/${name}.ts`)));
  const hosts = lists.flatMap((text) =>
    [...text.matchAll(/'(?:https?:)?\/\/([a-z0-9.-]+)[^']*'/giu)].map(([, host = '']) => host.toLowerCase()),
  );
  const known = `${BYPASS_HOSTS}\n${BYPASS_ENDPOINTS}`.split('\n').map((line) => line.split(' ', 1)[0] ?? '');
  const covers = (host: string): boolean =>
    known.some((one) => one === host || (one.startsWith('*.') && host.endsWith(one.slice(1))));
  return report(
    'hosts',
    [...new Set(hosts)].filter((host) => !covers(host)),
    BYPASS_TABLE_DATE,
  );
}

/** Names of the Open Cookie Database (Apache-2.0) that our table does not tell. */
async function compareCookieNames(): Promise<string> {
  const rows = (await fetchText(COOKIE_DATABASE)).split('\n').slice(1);
  // ID,Platform,Category,Cookie / Data Key name,…
  const names = rows.flatMap((row) => row.split(',')[3]?.trim() || []);
  return report(
    'names',
    [...new Set(names)].filter((name) => tableKind(name) === undefined),
    COOKIE_TABLE_DATE,
  );
}

function report(what: string, fresh: readonly string[], asOf: string): string {
  if (fresh.length === 0) return `nothing new since ${asOf}`;
  return `${fresh.length} ${what} that the table of ${asOf} has not; judge and add them:\n${fresh.join('\n')}`;
}

async function fetchText(url: string): Promise<string> {
  // oxlint-disable-next-line no-restricted-globals
  const response = await fetch(url, { signal: AbortSignal.timeout(20_000) });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return response.text();
}

interface CtTable {
  compiled: string;
  sources: string[];
  logs: string[][];
}
interface CtList {
  version: string;
  operators: {
    name: string;
    logs?: { description: string; log_id: string; key: string }[];
    tiled_logs?: { description: string; log_id: string; key: string }[];
  }[];
}

/** Logs that the source has dropped stay: certificates that they have signed live on. */
async function refreshCtLogs(): Promise<void> {
  const table = read('ct-logs.json') as CtTable;
  const list = await fetchJson<CtList>(CT_LIST);
  const known = new Set(table.logs.map(([id]) => id));
  for (const { name, logs = [], tiled_logs: tiled = [] } of list.operators) {
    for (const log of [...logs, ...tiled])
      if (!known.has(log.log_id)) table.logs.push([log.log_id, log.key, name, log.description]);
  }
  table.compiled = today;
  table.sources[1] = `Google log_list.json ${list.version} (${today})`;
  write('ct-logs.json', table);
}

const REFRESH: Record<string, () => Promise<string | void>> = {
  'end-of-life': refreshEndOfLife,
  'library-advisories': refreshLibraries,
  'csp-bypass': compareBypassHosts,
  'cookie-names': compareCookieNames,
  'ct-logs': refreshCtLogs,
};
const reviewed = process.argv.indexOf('--reviewed');
if (reviewed > 0) {
  console.log(markReviewed(process.argv[reviewed + 1] ?? '', today));
  process.exit();
}
const wanted = process.argv.slice(2);
for (const [name, refresh] of Object.entries(REFRESH)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  try {
    console.log(`${name}: ${(await refresh()) ?? `brought up to ${today}`}`);
  } catch (error) {
    process.exitCode = 1;
    console.error(`${name}: left as it is: ${error instanceof Error ? error.message : String(error)}`);
  }
}
for (const [name, { file, review }] of Object.entries(REVIEWED)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`${name}, of ${dayOf(file)}: look at ${review}; then --reviewed ${name}`);
}
