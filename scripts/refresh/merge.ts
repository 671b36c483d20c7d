import { createHash } from 'node:crypto';
import { z } from 'zod';

/**
 * Merges a source's response into a table. Each function throws, with the reason, if the response is not in the
 * source's format, is empty, or has lost much of what the source is known to contain: keeping the table is better.
 */

type Line = [line: string, end: string | boolean];
export interface ProductRow {
  product: string;
  slug?: string;
  lines: Line[];
}
type Advisory = [from: string, below: string | null, severity: string, ids: string, cwe: number | null, unfixed?: true];
export interface LibraryRow {
  library: string;
  names: string[];
  advisories: Advisory[];
}

/** endoflife.date, `/api/<product>.json`: `eol` is a day, or whether support has ended. */
const Cycles = z
  .array(
    z.object({
      cycle: z.union([z.string().regex(/^\S{1,40}$/u), z.number()]).transform(String),
      eol: z.union([z.iso.date(), z.boolean()]),
    }),
  )
  .min(1, 'contains no release');

/** @returns how many end dates are new or changed */
export function mergeLines(row: ProductRow, answer: unknown): number {
  const fresh = new Map(read(Cycles, answer).map(({ cycle, eol }) => [cycle, eol]));
  const kept = row.lines.filter(([line]) => fresh.has(line)).length;
  if (kept * 2 < row.lines.length) throw new Error(`has only ${kept} of the ${row.lines.length} known release lines`);
  const moved = row.lines.filter(([line, end]) => fresh.has(line) && fresh.get(line) !== end).length;
  if (moved > 3 && moved * 2 > row.lines.length)
    throw new Error(`changes ${moved} of ${row.lines.length} end dates, too many for an update`);
  const known = new Set(row.lines.map(([line]) => line));
  const added = [...fresh].filter(([line]) => !known.has(line));
  // Lines that the source has dropped, or never had, stay. The order is the table's, regardless of the response's.
  row.lines = [...added, ...row.lines.map(([line, end]): Line => [line, fresh.get(line) ?? end])];
  return added.length + moved;
}

const Version = z.string().regex(/^[\w.+-]{1,60}$/u);
const Range = z.object({ atOrAbove: Version.optional(), below: Version });
const Vulnerability = z
  .object({
    /** In `jsrepository-master.json`; the lists generated from it have the bounds in the vulnerability itself. */
    ranges: z.array(Range).min(1).optional(),
    atOrAbove: Version.optional(),
    below: Version.optional(),
    severity: z.enum(['none', 'low', 'medium', 'high', 'critical']).default('medium'),
    cwe: z.array(z.string()).default([]),
    identifiers: z.record(z.string(), z.union([z.string(), z.array(z.string())])).default({}),
  })
  .refine(({ ranges, below }) => ranges !== undefined || below !== undefined, 'a vulnerability has no bounds');
const Components = z.record(z.string(), z.object({ vulnerabilities: z.array(Vulnerability).default([]) }));

/** @returns what was added, `jquery < 3.5.0 CVE-2020-11022` */
export function mergeAdvisories(rows: readonly LibraryRow[], answer: unknown): string[] {
  const source = read(Components, answer);
  const byName = new Map(rows.flatMap((row) => [row.library, ...row.names].map((name) => [name, row])));
  const met = new Set<LibraryRow>();
  const added: string[] = [];
  for (const [component, { vulnerabilities }] of Object.entries(source)) {
    const name = component.toLowerCase();
    const row = byName.get(name) ?? byName.get(name.replace(/\.js$/u, ''));
    if (!row || vulnerabilities.length === 0) continue;
    met.add(row);
    for (const advisory of vulnerabilities.flatMap(advisoriesOf)) {
      if (put(row, advisory)) added.push(`${row.library} < ${advisory[1]} ${advisory[3]}`);
    }
  }
  const known = rows.filter(({ advisories }) => advisories.length > 0).length;
  if (met.size * 2 < known) throw new Error(`contains only ${met.size} of the ${known} known libraries`);
  return added;
}

/** @returns false when it was already there; it then gets the source's bounds and severity */
function put(row: LibraryRow, advisory: Advisory & { github?: string | undefined }): boolean {
  const [from, below, , ids] = advisory;
  const at = row.advisories.findIndex(
    (one) => one[0] === from && (one[3] === ids || one[3] === advisory.github) && (/\d/u.test(ids) || one[1] === below),
  );
  delete advisory.github;
  if (at < 0) row.advisories.push(advisory);
  else row.advisories[at] = advisory;
  return at < 0;
}

function advisoriesOf(vulnerability: z.infer<typeof Vulnerability>): (Advisory & { github?: string | undefined })[] {
  const { ranges, atOrAbove, below, severity, cwe, identifiers } = vulnerability;
  const { CVE = [], githubID, summary: _summary, ...others } = identifiers;
  const cves = [CVE].flat();
  const github = githubID === undefined ? undefined : [githubID].flat()[0];
  const [kind, number] = ['retid', 'issue', 'bug', ...Object.keys(others)].flatMap((name) => {
    const value = others[name];
    return value === undefined ? [] : [[name, [value].flat()[0] ?? '']];
  })[0] ?? ['advisory'];
  const ids = cves.length > 0 ? cves.join(' ') : (github ?? (number === undefined ? 'advisory' : `${kind}:${number}`));
  const weakness = /^CWE-(\d+)$/u.exec(cwe[0] ?? '')?.[1];
  return (ranges ?? [{ atOrAbove, below: below ?? '' }]).map((range) => {
    const row: Advisory & { github?: string | undefined } = [
      range.atOrAbove ?? '0',
      range.below,
      severity === 'none' ? 'low' : severity,
      ids,
      weakness === undefined ? null : Number(weakness),
    ];
    // A bound that was never released: all versions of the release line.
    if (/\.999|^\d{3,}\.0\.0$/u.test(range.below)) row.push(true);
    row.github = github;
    return row;
  });
}

const Log = z.object({
  description: z.string(),
  log_id: z.base64(),
  key: z.base64(),
  /** One of pending, qualified, usable, readonly, retired, rejected, with the time since when it applies. */
  state: z.record(z.string(), z.object({ timestamp: z.iso.datetime() })).optional(),
  temporal_interval: z.object({ start_inclusive: z.iso.datetime(), end_exclusive: z.iso.datetime() }).optional(),
});
const CURRENT_STATES: readonly string[] = ['qualified', 'usable', 'readonly'];
const ENDED_STATES: readonly string[] = ['retired', 'rejected'];
/** `log_list.json`, version 3. */
const LogList = z.object({
  version: z.string(),
  operators: z.array(
    z.object({ name: z.string(), logs: z.array(Log).default([]), tiled_logs: z.array(Log).default([]) }),
  ),
});

/** Id, key, operator, name, state, since when, and the interval, as in `ct-logs.json`. */
export type LogRow = (string | null)[];

/** Logs that the source has dropped stay: the certificates they have signed remain in use. @returns the list's version */
export function mergeLogs(table: LogRow[], answer: unknown): { version: string; added: number } {
  const { version, operators } = read(LogList, answer);
  const known = new Map(table.map((row) => [row[0], row]));
  const listed = operators.flatMap(({ name, logs, tiled_logs: tiled }) =>
    [...logs, ...tiled].map((log) => ({ log, row: [log.log_id, log.key, name, log.description, ...stateOf(log)] })),
  );
  if (!listed.some(({ log }) => known.has(log.log_id))) throw new Error('contains no known log');
  for (const { log } of listed) {
    // RFC 6962 §3.2: the id is the hash of the key.
    const hash = createHash('sha256').update(Buffer.from(log.key, 'base64')).digest('base64');
    if (hash !== log.log_id) throw new Error(`the id of ${log.description} does not match its key`);
  }
  for (const { log, row } of listed) {
    const before = known.get(log.log_id);
    // If the state or the interval is absent, the known value stays.
    if (!before || Object.keys(log.state ?? {}).length === 0) continue;
    const [state, since = null, start = before[6] ?? null, end = before[7] ?? null] = row.slice(4);
    before.splice(4, before.length, ...trimmed([state ?? 'other', since, start, end]));
  }
  const added = listed.filter(({ log }) => !known.has(log.log_id)).map(({ row }) => row);
  table.push(...added);
  return { version, added: added.length };
}

function stateOf({ state = {}, temporal_interval: interval }: z.infer<typeof Log>): LogRow {
  const [[name, at] = ['', null]] = Object.entries(state);
  const isEnded = ENDED_STATES.includes(name);
  const word = CURRENT_STATES.includes(name) ? 'current' : isEnded ? name : 'other';
  const since = isEnded ? (at?.timestamp ?? null) : null;
  return trimmed([word, since, interval?.start_inclusive ?? null, interval?.end_exclusive ?? null]);
}

function trimmed(row: LogRow): LogRow {
  return row.slice(0, 1 + row.findLastIndex(Boolean));
}

/** Hosts in csp-evaluator's `allowlist_bypasses/*.ts`. */
export function hostsIn(text: string): string[] {
  const hosts = [...text.matchAll(/'(?:https?:)?\/\/([a-z0-9.-]+)[^']*'/giu)].map(([, host = '']) =>
    host.toLowerCase(),
  );
  if (hosts.length === 0 || !/\]\s*;\s*$/u.test(text)) throw new Error('contains no complete list of addresses');
  return hosts;
}

const NAME_COLUMN = 'Cookie / Data Key name';

/** Names in the Open Cookie Database's CSV (RFC 4180: quoted fields may contain commas and line ends). */
export function cookieNamesIn(text: string): string[] {
  const [header = [], ...rows] = csvRows(text);
  const column = header.findIndex((name) => name.replace('\ufeff', '').trim() === NAME_COLUMN);
  if (column < 0) throw new Error(`has no column "${NAME_COLUMN}"`);
  const names = rows.flatMap((row) => row[column]?.trim() || []);
  if (names.length === 0) throw new Error('contains no cookie');
  return names;
}

function csvRows(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain = '', end = ''] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/gu)) {
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    if (row.length > 1) rows.push(row);
    row = [];
  }
  return rows;
}

function read<T>(form: z.ZodType<T>, answer: unknown): T {
  const result = form.safeParse(answer);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const place = issue && issue.path.length > 0 ? `${issue.path.join('.')}: ` : '';
  throw new Error(`is not in the known format: ${place}${issue?.message ?? ''}`);
}
