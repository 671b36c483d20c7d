import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  cookieNamesIn,
  hostsIn,
  mergeAdvisories,
  mergeLines,
  mergeLogs,
  type LogRow,
} from '../scripts/refresh/merge.ts';

const ROOT = new URL('../', import.meta.url);
const DATA = new URL('packages/scanner/src/data/', ROOT);
const TODAY = new Date().toISOString().slice(0, 10);

type Products = { product: string; slug?: string; lines: [string, string | boolean][] }[];
type Libraries = Parameters<typeof mergeAdvisories>[0] extends readonly (infer Row)[] ? Row[] : never;
const products = (): Products => (table('end-of-life.json') as { products: Products }).products;
const libraries = (): Libraries => (table('library-advisories.json') as { libraries: Libraries }).libraries;
const logs = (): LogRow[] => (table('ct-logs.json') as { logs: LogRow[] }).logs;

function table(name: string, folder: URL | string = DATA): unknown {
  return JSON.parse(readFileSync(folder instanceof URL ? new URL(name, folder) : join(folder, name), 'utf8'));
}

/** In endoflife.date's format, newest first, with its other members. */
const cycles = (lines: [string, string | boolean][]) =>
  lines.map(([cycle, eol]) => ({ cycle, releaseDate: '2020-01-01', eol, latest: `${cycle}.1`, lts: false }));

/** In the format of `jsrepository-master.json`: bounds in `ranges`, components that are not libraries, extractors. */
function retired(): Record<string, object> {
  return Object.fromEntries([
    ['retire-example', { vulnerabilities: [], extractors: {} }],
    ...libraries().map(({ library, advisories }) => [
      library,
      {
        npmname: library,
        vulnerabilities: advisories.map(([from, below, severity, ids, cwe]) => ({
          ranges: [{ ...(from === '0' ? {} : { atOrAbove: from }), below: below ?? '999.999.999' }],
          summary: 'x',
          identifiers: identifiersOf(ids),
          ...(cwe === null ? {} : { cwe: [`CWE-${cwe}`, 'CWE-1'] }),
          severity,
          info: ['https://github.com/advisories'],
        })),
        extractors: { filename: ['x-(§§version§§)\\.js'], hashes: {} },
        licenses: ['MIT >=0'],
      },
    ]),
  ]) as Record<string, object>;
}

function identifiersOf(ids: string): object {
  if (ids.startsWith('CVE')) return { CVE: ids.split(' ') };
  if (ids.startsWith('GHSA')) return { githubID: ids };
  const [kind = '', number = ''] = ids.split(':');
  return { [kind]: number };
}

const KEY = Buffer.from('a key that no log has').toString('base64');
const NEW_LOG = {
  description: "Example 'Log2027h1'",
  log_id: createHash('sha256').update(Buffer.from(KEY, 'base64')).digest('base64'),
  key: KEY,
  state: { usable: { timestamp: '2026-11-01T00:00:00Z' } },
  temporal_interval: { start_inclusive: '2027-01-01T00:00:00Z', end_exclusive: '2027-07-01T00:00:00Z' },
};
/** Retired between the date of our table and that of the list. */
const isRetired = ([, , , name]: LogRow): boolean => name?.includes('Argon2027h1') === true;
const RETIRED_AT = '2026-11-19T00:00:00Z';
const logList = (added: object[] = []) => ({
  version: '99.1',
  log_list_timestamp: '2026-11-20T12:00:00Z',
  operators: [
    {
      name: 'Example',
      email: ['ct@example.com'],
      logs: logs().map((row) => ({
        description: row[3],
        log_id: row[0],
        key: row[1],
        url: 'https://ct.example/',
        mmd: 86_400,
        state: isRetired(row) ? { retired: { timestamp: RETIRED_AT } } : {},
      })),
      tiled_logs: added,
    },
  ],
});

const answers = new Map<string, string>();
const server = createServer((request, response) => {
  const text = answers.get(request.url ?? '');
  response.statusCode = text === undefined ? 404 : 200;
  response.end(text ?? '<html><title>404</title></html>');
});
let base = '';
const folder = mkdtempSync(join(tmpdir(), 'palisade-refresh-'));
beforeAll(async () => {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

function serveAll(): void {
  answers.clear();
  for (const { slug, lines } of products())
    if (slug !== undefined) answers.set(`/eol/api/${slug}.json`, JSON.stringify(cycles(lines)));
  answers.set('/retire.json', JSON.stringify(retired()));
  answers.set('/logs.json', JSON.stringify(logList([NEW_LOG])));
  const list = (hosts: string[]) =>
    `export const URLS: string[] = [\n${hosts.map((host) => `  '//${host}/x',\n`).join('')}];\n`;
  answers.set('/csp/jsonp.ts', list(['ajax.googleapis.com', 'jsonp.new-host.example']));
  answers.set('/csp/angular.ts', list(['cdnjs.cloudflare.com']));
  answers.set(
    '/cookies.csv',
    'ID,Platform,Category,Cookie / Data Key name,Domain,Description\r\n1,A,Analytics,_ga,x,"two, words\nand a line"\r\n2,B,Functional,"unheard_of_7f3",x,y\r\n',
  );
}

async function refresh(into: string, ...tables: string[]): Promise<{ status: number; out: string }> {
  const env = {
    ...process.env,
    END_OF_LIFE_BASE_URL: `${base}/eol`,
    RETIRE_URL: `${base}/retire.json`,
    CT_LIST_URL: `${base}/logs.json`,
    CSP_EVALUATOR_URL: `${base}/csp`,
    COOKIE_DATABASE_URL: `${base}/cookies.csv`,
  };
  return await new Promise((resolve) => {
    execFile(
      process.execPath,
      ['scripts/refresh-data.ts', '--into', into, ...tables],
      { cwd: ROOT, env },
      (error, out, err) => resolve({ status: typeof error?.code === 'number' ? error.code : 0, out: out + err }),
    );
  });
}

describe('refresh-data, with simulated sources', () => {
  it('updates the tables, and prints what a person has to review', async () => {
    serveAll();
    const nginx = products().find(({ product }) => product === 'nginx')?.lines ?? [];
    answers.set('/eol/api/nginx.json', JSON.stringify(cycles([['1.99', false], ...nginx]).toReversed()));
    const source = retired();
    source['jquery'] = {
      vulnerabilities: [
        ...(source['jquery'] as { vulnerabilities: object[] }).vulnerabilities,
        {
          ranges: [{ atOrAbove: '4.0.0', below: '4.0.7' }, { below: '3.9.9' }],
          severity: 'high',
          cwe: ['CWE-79'],
          identifiers: { CVE: ['CVE-2026-99999'] },
          info: [],
        },
      ],
    };
    answers.set('/retire.json', JSON.stringify(source));
    const { status, out } = await refresh(folder);
    expect(out).toContain('jquery < 4.0.7 CVE-2026-99999');
    expect(out).toContain('jsonp.new-host.example');
    expect(out).not.toContain('ajax.googleapis.com');
    expect(out).toContain('unheard_of_7f3');
    expect(out).not.toContain('and a line');
    expect(status).toBe(0);
    const eol = table('end-of-life.json', folder) as { as_of: string; products: Products; builds: unknown[] };
    expect(eol.as_of).toBe(TODAY);
    expect(eol.products.find(({ product }) => product === 'nginx')?.lines).toEqual([['1.99', false], ...nginx]);
    expect(eol.builds).toEqual((table('end-of-life.json') as typeof eol).builds);
    const jquery = (rows: Libraries) => rows.find(({ library }) => library === 'jquery')?.advisories ?? [];
    const fresh = table('library-advisories.json', folder) as { libraries: Libraries };
    expect(jquery(fresh.libraries)).toEqual([
      ...jquery(libraries()),
      ['4.0.0', '4.0.7', 'high', 'CVE-2026-99999', 79],
      ['0', '3.9.9', 'high', 'CVE-2026-99999', 79],
    ]);
    const interval = Object.values(NEW_LOG.temporal_interval);
    expect((table('ct-logs.json', folder) as { logs: LogRow[] }).logs).toEqual([
      // The list contains no interval: the known one stays.
      ...logs().map((row) => (isRetired(row) ? [...row.slice(0, 4), 'retired', RETIRED_AT, ...row.slice(6)] : row)),
      [NEW_LOG.log_id, KEY, 'Example', NEW_LOG.description, 'current', null, ...interval],
    ]);
    expect(
      readFileSync(join(folder, 'README.md'), 'utf8')
        .split('\n')
        .filter((line) => line.includes(`| ${TODAY} `)).length,
    ).toBeGreaterThanOrEqual(3);
  });

  it('keeps every table whose source returns an invalid response', async () => {
    serveAll();
    answers.set('/eol/api/php.json', '[]');
    answers.set('/retire.json', JSON.stringify(retired()).slice(0, 5000));
    answers.set('/logs.json', '{"version":"1","operators":[]}');
    answers.set('/csp/jsonp.ts', '<html>Sign in to this network</html>');
    answers.delete('/cookies.csv');
    const into = join(folder, 'bad');
    const { status, out } = await refresh(into);
    expect(out.match(/: unchanged: /gu)).toHaveLength(5);
    expect(out).toContain('php.json is not in the known format: contains no release');
    expect(out).toContain('retire.json is not JSON');
    expect(out).toContain('contains no known log');
    expect(out).toContain('cookies.csv answered 404');
    expect(status).toBe(1);
    expect(existsSync(into) ? readdirSync(into) : []).toEqual([]);
  });

  it('lists the tables', async () => {
    const { status, out } = await refresh(folder, 'end-of-live');
    expect(status).toBe(2);
    expect(out).toContain('unknown table end-of-live; the tables are end-of-life,');
  });
});

describe('a response that is not a valid update', () => {
  const row = () => structuredClone(products().find(({ product }) => product === 'php') ?? products()[0]!);
  it.each<[string, (lines: ReturnType<typeof cycles>) => unknown]>([
    ['nothing', () => []],
    ['an object', () => ({ message: 'rate limited' })],
    ['half of a list', (lines) => lines.slice(0, 3)],
    ['end dates that are not dates', (lines) => lines.map((line) => ({ ...line, eol: 'soon' }))],
    ['missing end dates', (lines) => lines.map(({ cycle }) => ({ cycle }))],
    ['every end date changed', (lines) => lines.map((line) => ({ ...line, eol: false }))],
  ])('of release lines: %s', (_what, make) => {
    const php = row();
    expect(() => mergeLines(php, make(cycles(php.lines)))).toThrow();
  });

  it('a reordered response, with numbers as names, gives the same table', () => {
    const php = row();
    const answer = cycles(php.lines)
      .toReversed()
      .map((one) => ({ ...one, cycle: String(Number(one.cycle)) === one.cycle ? Number(one.cycle) : one.cycle }));
    expect(answer.some(({ cycle }) => typeof cycle === 'number')).toBe(true);
    expect(mergeLines(php, answer)).toBe(0);
    expect(php).toEqual(row());
  });

  it.each<[string, () => unknown]>([
    ['nothing', () => ({})],
    ['one library', () => ({ jquery: retired()['jquery'] })],
    ['a list', () => []],
    ['vulnerabilities without bounds', () => ({ ...retired(), jquery: { vulnerabilities: [{ severity: 'high' }] } })],
    [
      'bounds that are not versions',
      () => ({ ...retired(), jquery: { vulnerabilities: [{ below: 'the next <b>' }] } }),
    ],
  ])('of advisories: %s', (_what, make) => {
    expect(() => mergeAdvisories(libraries(), make())).toThrow();
  });

  it('advisories in the flat format are the same; a CVE assigned later replaces the old id', () => {
    const rows = [
      { library: 'x', names: [], advisories: [['0', '1.0.0', 'medium', 'GHSA-aaaa-bbbb-cccc', null]] },
    ] as unknown as Libraries;
    const added = mergeAdvisories(rows, {
      x: {
        vulnerabilities: [
          {
            below: '1.0.1',
            severity: 'high',
            identifiers: { summary: 's', CVE: ['CVE-2026-1'], githubID: 'GHSA-aaaa-bbbb-cccc' },
          },
        ],
      },
    });
    expect(added).toEqual([]);
    expect(rows[0]?.advisories).toEqual([['0', '1.0.1', 'high', 'CVE-2026-1', null]]);
  });

  it.each<[string, () => unknown]>([
    ['nothing', () => ({ version: '1', operators: [] })],
    [
      'a log whose id does not match its key',
      () => logList([{ ...NEW_LOG, log_id: createHash('sha256').update('x').digest('base64') }]),
    ],
    ['an older format', () => ({ logs: [] })],
  ])('of logs: %s', (_what, make) => {
    expect(() => mergeLogs(logs(), make())).toThrow();
  });

  it('rejects lists of hosts and cookies that are truncated, empty or in another format', () => {
    expect(() => hostsIn("export const URLS: string[] = [\n  '//a.example/x',\n  '//b.exa")).toThrow(
      'no complete list',
    );
    expect(() => hostsIn('export const URLS: string[] = [];')).toThrow();
    expect(() => cookieNamesIn('Name,Category\n_ga,Analytics\n')).toThrow('has no column');
    expect(() => cookieNamesIn('ID,Cookie / Data Key name\n')).toThrow('contains no cookie');
    expect(cookieNamesIn('\ufeffID,Cookie / Data Key name\n1,"a ""b"", c"\n2,d')).toEqual(['a "b", c', 'd']);
  });
});
