/**
 * Updates tables in packages/scanner/src/data from their public sources: `npm run refresh-data [table…]`. It
 * needs the internet, or mirrors (END_OF_LIFE_BASE_URL, RETIRE_URL, CT_LIST_URL, CSP_EVALUATOR_URL and
 * COOKIE_DATABASE_URL). A table whose source does not answer, or answers in an unknown format, stays unchanged, and the
 * command exits with 1. `--into FOLDER` writes there instead. Review the Git diff, and run the scanner's tests.
 * Rows of some tables need a person's judgment: the command prints what to check, and
 * `npm run refresh-data -- --reviewed <table>` then sets that table's date to today.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { BYPASS_ENDPOINTS } from '../packages/scanner/src/data/csp-bypass-endpoints.ts';
import { BYPASS_HOSTS, BYPASS_TABLE_DATE } from '../packages/scanner/src/data/csp-bypass-hosts.ts';
import { BYPASS_SERVICES } from '../packages/scanner/src/data/csp-bypass-services.ts';
import { COOKIE_TABLE_DATE } from '../packages/scanner/src/data/cookie-names.ts';
import {
  cookieNamesIn,
  hostsIn,
  mergeAdvisories,
  mergeLines,
  mergeLogs,
  type LibraryRow,
  type LogRow,
  type ProductRow,
} from './refresh/merge.ts';
import { dayOf, markReviewed, README, REVIEWED, withDay } from './reviewed-tables.ts';
import { tableKind } from '../packages/scanner/src/parse/cookies/cookie-table.ts';

const GITHUB = 'https://raw.githubusercontent.com';
const CSP_EVALUATOR = process.env['CSP_EVALUATOR_URL'] ?? `${GITHUB}/google/csp-evaluator/master/allowlist_bypasses`;
const COOKIE_DATABASE =
  process.env['COOKIE_DATABASE_URL'] ?? `${GITHUB}/jkwakman/Open-Cookie-Database/master/open-cookie-database.csv`;
const CT_LIST = process.env['CT_LIST_URL'] ?? 'https://www.gstatic.com/ct/log_list/v3/log_list.json';
const END_OF_LIFE = process.env['END_OF_LIFE_BASE_URL'] ?? 'https://endoflife.date';
const RETIRE = process.env['RETIRE_URL'] ?? `${GITHUB}/RetireJS/retire.js/master/repository/jsrepository-master.json`;
const FOLDER = fileURLToPath(new URL('../packages/scanner/src/data/', import.meta.url));

interface Table {
  as_of: string;
  sources: string[];
}
interface EndOfLifeTable extends Table {
  products: ProductRow[];
}
interface LibraryTable extends Table {
  libraries: LibraryRow[];
}
interface CtTable {
  compiled: string;
  sources: string[];
  logs: LogRow[];
}

const { values: options, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: { into: { type: 'string' }, reviewed: { type: 'string' } },
});
const into = options.into ?? FOLDER;
const today = new Date().toISOString().slice(0, 10);

async function fetchText(url: string): Promise<string> {
  // Not a scan: the operator downloads tables from the sources named above.
  // oxlint-disable-next-line no-restricted-globals
  const response = await fetch(url, { signal: AbortSignal.timeout(20_000) });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return response.text();
}

/** The result of `take` on the response; an error names the URL. */
async function from<T>(url: string, take: (text: string) => T): Promise<T> {
  const text = await fetchText(url);
  try {
    return take(text);
  } catch (error) {
    throw new Error(`${url} ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new Error('is not JSON');
  }
}

function tableOf(name: string): unknown {
  return JSON.parse(readFileSync(join(FOLDER, name), 'utf8'));
}

/** One row per line, so that a diff shows what changed. */
function write(name: string, table: object): void {
  const members = Object.entries(table).map(([key, value]: [string, unknown]) => {
    const rows = Array.isArray(value) && typeof value[0] === 'object' ? value : null;
    const text = rows
      ? `[\n${rows.map((row) => `    ${JSON.stringify(row)}`).join(',\n')}\n  ]`
      : JSON.stringify(value);
    return `  ${JSON.stringify(key)}: ${text}`;
  });
  put(name, `{\n${members.join(',\n')}\n}\n`);
  const readme = join(into, README);
  put(README, withDay(readFileSync(existsSync(readme) ? readme : join(FOLDER, README), 'utf8'), name, today));
}

/** Written completely or not at all. */
function put(name: string, text: string): void {
  mkdirSync(into, { recursive: true });
  const unfinished = join(into, `${name}.unfinished`);
  writeFileSync(unfinished, text);
  renameSync(unfinished, join(into, name));
}

async function refreshEndOfLife(): Promise<string> {
  const table = tableOf('end-of-life.json') as EndOfLifeTable;
  let moved = 0;
  for (const row of table.products) {
    if (row.slug === undefined) continue;
    moved += await from(`${END_OF_LIFE}/api/${row.slug}.json`, (text) => mergeLines(row, parsed(text)));
  }
  table.as_of = today;
  table.sources[0] = `endoflife.date, ${today} (MIT)`;
  write('end-of-life.json', table);
  return `updated to ${today}: ${moved} end dates are new or changed`;
}

async function refreshLibraries(): Promise<string> {
  const table = tableOf('library-advisories.json') as LibraryTable;
  const added = await from(RETIRE, (text) => mergeAdvisories(table.libraries, parsed(text)));
  table.as_of = today;
  table.sources[0] = `Retire.js, repository/jsrepository-master.json, ${today} (Apache-2.0)`;
  write('library-advisories.json', table);
  const list = added.length === 0 ? '' : `; leave out those that affect only servers:\n${added.join('\n')}`;
  return `updated to ${today}: ${added.length} new advisories${list}`;
}

async function refreshCtLogs(): Promise<string> {
  const table = tableOf('ct-logs.json') as CtTable;
  const { version, added } = await from(CT_LIST, (text) => mergeLogs(table.logs, parsed(text)));
  table.compiled = today;
  table.sources[1] = `Google log_list.json ${version} (${today})`;
  write('ct-logs.json', table);
  return `updated to ${today}: ${added} new logs`;
}

/** Hosts of csp-evaluator's lists (Apache-2.0) that neither of our tables contains. */
async function compareBypassHosts(): Promise<string> {
  const lists = await Promise.all(['jsonp', 'angular'].map((name) => from(`${CSP_EVALUATOR}/${name}.ts`, hostsIn)));
  const known = `${BYPASS_HOSTS}\n${BYPASS_ENDPOINTS}\n${BYPASS_SERVICES}`
    .split('\n')
    .map((line) => line.split(' ', 1)[0] ?? '');
  const covers = (host: string): boolean =>
    known.some((one) => one === host || (one.startsWith('*.') && host.endsWith(one.slice(1))));
  return report(
    'hosts',
    [...new Set(lists.flat())].filter((host) => !covers(host)),
    BYPASS_TABLE_DATE,
  );
}

/** Names in the Open Cookie Database (Apache-2.0) that our table lacks. */
async function compareCookieNames(): Promise<string> {
  const names = await from(COOKIE_DATABASE, cookieNamesIn);
  return report(
    'names',
    [...new Set(names)].filter((name) => tableKind(name) === undefined),
    COOKIE_TABLE_DATE,
  );
}

function report(what: string, fresh: readonly string[], asOf: string): string {
  if (fresh.length === 0) return `nothing new since ${asOf}`;
  return `${fresh.length} ${what} missing from the table of ${asOf}; review and add them:\n${fresh.join('\n')}`;
}

const REFRESH: Record<string, () => Promise<string>> = {
  'end-of-life': refreshEndOfLife,
  'library-advisories': refreshLibraries,
  'csp-bypass': compareBypassHosts,
  'cookie-names': compareCookieNames,
  'ct-logs': refreshCtLogs,
};
if (options.reviewed !== undefined) {
  console.log(markReviewed(options.reviewed, today));
  process.exit();
}
const unknown = wanted.filter((name) => !(name in REFRESH) && !(name in REVIEWED));
if (unknown.length > 0) {
  console.error(
    `unknown table ${unknown.join(', ')}; the tables are ${Object.keys({ ...REFRESH, ...REVIEWED }).join(', ')}`,
  );
  process.exit(2);
}
for (const [name, refresh] of Object.entries(REFRESH)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  try {
    console.log(`${name}: ${await refresh()}`);
  } catch (error) {
    process.exitCode = 1;
    console.error(`${name}: unchanged: ${error instanceof Error ? error.message : String(error)}`);
  }
}
for (const [name, { file, review }] of Object.entries(REVIEWED)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`${name}, of ${dayOf(file)}: check ${review}; then --reviewed ${name}`);
}
