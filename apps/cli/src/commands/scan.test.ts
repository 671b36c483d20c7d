import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startLab, type Lab } from '@palisade/lab/lab';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { runPalisade } from '../test/run-palisade.ts';

/** What an owner's firewall lets in. */
const TOKEN = 'let-me-in-7f3a';

let lab: Lab;
let folder: string;
beforeAll(async () => {
  lab = await startLab({
    sites: [
      { host: 'bare.test' },
      { host: 'other.test' },
      {
        host: 'door.test',
        https: ({ headers }) =>
          headers.some(([name, value]) => name === 'Authorization' && value === 'Basic YW5uOnMzc2FtZS1vcGVu')
            ? { headers: [['X-Echo', JSON.stringify(headers)]], body: 'in' }
            : { status: 401, body: 'out' },
      },
      {
        host: 'gate.test',
        https: ({ headers }) => {
          const token = headers.find(([name]) => name.toLowerCase() === 'x-scan-token')?.[1];
          return token === TOKEN
            ? { headers: [['X-Echo', token], ['Set-Cookie', `seen=${token}`]], body: `<p title="${token}">${token}</p>` } // prettier-ignore
            : { status: 403, body: 'no' };
        },
      },
    ],
  });
  for (const [name, value] of Object.entries(lab.env)) vi.stubEnv(name, value);
  // Settings that would stop a service stop no scan (S13).
  vi.stubEnv('NODE_ENV', 'production');
  vi.stubEnv('TRUST_PROXY', 'true');
  folder = await mkdtemp(path.join(tmpdir(), 'palisade-cli-'));
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await lab.close();
  await rm(folder, { recursive: true, force: true });
});
const file = (name: string): string => path.join(folder, name);
const scan = (...args: string[]) => runPalisade(['scan', ...args]);

describe('exit status', () => {
  it('0 and a report', async () => {
    const { status, out } = await scan(lab.url('bare.test'), '--json');
    expect(status).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ url: lab.url('bare.test'), grade: 'F', status_code: 200 });
  });
  it('1 when a gate failed, with which one and why in the last line', async () => {
    const { status, lastError } = await scan(lab.url('bare.test'), '--fail-under', 'B', '--fail-on', 'dns/spf');
    expect(status).toBe(1);
    expect(lastError).toMatch(/^Gate failed: --fail-under B: bare\.test has F \(\d+ points\)/);
  });
  it.each([
    [['--fail-under', 'E', 'a.test'], /--fail-under takes one of A\+, A, B, C, D, F, not "E"/],
    [['--fail-on', 'headers/x-frame-option', 'a.test'], /did you mean headers\/x-frame-options\?/],
    [['--nonsense', 'a.test'], /unknown option '--nonsense'/],
    [['--format', 'yaml', 'a.test'], /--format takes one of text, json/],
    [['--format', 'json', '--format', 'csv', 'a.test'], /only one format can be printed/],
    [['--concurrency', '0', 'a.test'], /whole number from 1 to 64/],
    // Formats that have a head print none of it.
    [['--from', 'package.json', '--format', 'sarif'], /package\.json is not evidence of this version/],
    [['--from', 'package.json', '--format', 'junit'], /package\.json is not evidence of this version/],
    [['--from', 'package.json', '--format', 'html'], /package\.json is not evidence of this version/],
    [['--config', 'no-such.json', 'a.test'], /no-such\.json cannot be read: .* \(ENOENT\)/],
    [
      ['--server', 'https://palisade.test', '--key', 'pal_live_a\u200bb', 'a.test'],
      /--key: there is a space, a line break/,
    ],
    [['--header', 'X-Token: a\nb', 'a.test'], /the value of X-Token contains a line break or another character/],
    [['--header', 'nocolon', 'a.test'], /--header takes 'Name: value'/],
    [[], /specify a URL/],
  ])('2 for %j', async (args, message) => {
    const { status, err, out } = await scan(...args);
    expect(status).toBe(2);
    expect(err).toMatch(message);
    expect(out).toBe('');
  });
  it.each([
    ['127.0.0.1', /not a public address/],
    ['nosuch.test', /does not exist in DNS/],
  ])('3 for %s, which cannot be scanned', async (target, message) => {
    const { status, lastError } = await scan(target);
    expect(status).toBe(3);
    expect(lastError).toMatch(message);
  });
});

describe('many sites', () => {
  it('scans a list with comments and further sites from the command line, each once, with results in order', async () => {
    await writeFile(file('list.txt'), `# ours\n${lab.url('other.test')}\n\n${lab.url('bare.test')} # again\n`);
    const { status, out, lastError } = await scan(lab.url('bare.test'), 'nosuch.test', '--list', file('list.txt'), '--format', 'jsonl'); // prettier-ignore
    const lines = out.trim().split('\n').map((line) => JSON.parse(line) as { url: string; error?: string }); // prettier-ignore
    expect(lines.map(({ url }) => url)).toEqual([lab.url('bare.test'), 'nosuch.test', lab.url('other.test')]);
    expect(lines[1]?.error).toMatch(/does not exist/);
    expect(status).toBe(3);
    expect(lastError).toMatch(/^Not scanned: 1 of 3: nosuch\.test \(/);
  });
  it('prints a table for people', async () => {
    const { out } = await scan(lab.url('bare.test'), lab.url('other.test'));
    expect(out).toMatch(
      /^ F {2,}\d+ {2}https:\/\/bare\.test.*\n F {2,}\d+ {2}https:\/\/other\.test.*\n\n2 sites: 2 F\n$/,
    );
  });
  it('writes several formats at once, each to its file', async () => {
    const files = ['r.sarif', 'r.xml', 'r.md', 'r.html', 'r.csv', 'r.json'].map(file);
    const outputs = files.flatMap((name) => ['--output', name]);
    expect(await scan(lab.url('bare.test'), ...outputs)).toMatchObject({ status: 0, out: '' });
    const beginnings = await Promise.all(files.map(async (name) => (await readFile(name, 'utf8')).slice(0, 12)));
    expect(beginnings).toEqual(['{"$schema":"', '<?xml versio', '## Palisade\n', '<!doctype ht', 'url,final_ur', '{\n  "scan_id']); // prettier-ignore
  });
  it('--resume continues an interrupted run', async () => {
    const state = file('state.jsonl');
    await scan(lab.url('bare.test'), lab.url('other.test'), '--resume', state);
    const before = lab.site('bare.test').requests.length;
    const kept = (await readFile(state, 'utf8')).split('\n').filter((line) => line.includes('"target":"https://bare'));
    await writeFile(state, `${kept.join('\n')}\n{"target":"https://oth`);
    const { status, out } = await scan(lab.url('bare.test'), lab.url('other.test'), '--resume', state, '--format', 'jsonl'); // prettier-ignore
    expect(status).toBe(0);
    expect(out.trim().split('\n')).toHaveLength(2);
    expect(lab.site('bare.test').requests).toHaveLength(before);
  });
});

describe('configuration', () => {
  it('provides options and ignores; an expired ignore fails the run and says so', async () => {
    const config = file('palisade.config.json');
    const ignore = { check: 'dns/spf', reason: 'no mail is sent', expires: '2020-01-31' };
    await writeFile(config, JSON.stringify({ urls: [lab.url('bare.test')], format: 'json', 'fail-on': 'critical', ignore: [ignore] })); // prettier-ignore
    const { status, out, lastError } = await scan('--config', config);
    expect(status).toBe(1);
    expect(lastError).toContain('the ignore of dns/spf expired on 2020-01-31 (no mail is sent)');
    expect(lastError).toContain('--fail-on critical');
    expect(JSON.parse(out)).toHaveProperty('grade', 'F');
  });
  it.each([
    [{ failUnder: 'Z' }, /failUnder must be one of/],
    [{ nonsense: 1 }, /nonsense/],
    [{ ignore: [{ check: 'dns/spf', reason: 'because', expires: 'soon' }] }, /ignore\.0\.expires/],
    [{ ignore: [{ check: 'dns/none', reason: 'because', expires: '2099-01-01' }] }, /there is no check "dns\/none"/],
  ])('%j is refused', async (content, message) => {
    await writeFile(file('wrong.json'), JSON.stringify(content));
    expect(await scan('a.test', '--config', file('wrong.json'))).toMatchObject({
      status: 2,
      err: expect.stringMatching(message) as string,
    });
  });
});

describe('a fault in the configuration is named with its line', () => {
  it.each([
    ['{\n  "fail-under": "Z"\n}', 'line 2: fail-under must be one of'],
    ['{\r\n  "list": "a",\r\n  "nonsense": 1\r\n}', 'line 3: nonsense is not a known field'],
    ['{\n"ignore": [\n{"check": "dns/spf",\n"reason": "r", "expires": "soon"}]}', 'line 4: ignore.0.expires must be'],
    ['{\n"ignore": [\n{"check": "dns/spf"}]}', 'line 3: ignore.0.reason is missing'],
    ['{\n  "fail-under": "A",\n  "urls": [],\n}', 'is not JSON: line 4, column 1'],
    ['{\n  "header": ["X-Scan-Token: s3same"\n  "list": "a"}', 'is not JSON: line 3, column 3'],
    ['{"urls": ["a.test"', 'is not JSON: line 1, column 19'],
    ['{} x', 'is not JSON: line 1, column 4'],
    ['{"urls": [01]}', 'is not JSON'],
    ['['.repeat(100_000), 'is not JSON: line 1, column 21'],
    // JSON.parse would keep the weaker gate.
    ['{\n"fail-under": "A",\n"fail-under": "F"}', 'names "fail-under" twice: line 3'],
    ['{\n"failUnder": "A",\n"fail-under": "F"}', 'names the same option twice: "fail-under", line 3'],
    ['\n[]', 'line 2: it must be an object'],
  ])('%j', async (text, message) => {
    await writeFile(file('wrong.json'), text);
    const { status, err } = await scan('a.test', '--config', file('wrong.json'));
    expect(status).toBe(2);
    expect(err).toContain(message);
    expect(err).not.toContain('s3same');
  });
});

describe('behind authentication', () => {
  it('--basic is used, and neither printed nor kept', async () => {
    const saved = file('door.json');
    const { status, out, err } = await scan(lab.url('door.test', '/?key=s3same-open'), '--basic', 'ann:s3same-open', '--json', '--save', saved); // prettier-ignore
    expect(status).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ status_code: 200 });
    const all = out + err + (await readFile(saved, 'utf8'));
    expect(all).not.toMatch(/s3same|YW5uOnMzc2FtZS1vcGVu/);
  });

  it('the owner’s --header is in no output, file or log, even if a scan fails or a value is rejected', async () => {
    const field = `X-Scan-Token: ${TOKEN}`;
    const files = ['t.json', 't.sarif', 't.md', 't.html', 't.csv', 't.xml'].map(file);
    const [saved, state, config] = [file('token-saved.json'), file('token-state.jsonl'), file('token.config.json')];
    const outputs = files.flatMap((name) => ['--output', name]);
    vi.stubEnv('LOG_LEVEL', 'trace');
    const passed = await scan(lab.url('gate.test'), '--header', field, '--save', saved, ...outputs);
    expect(passed.status).toBe(0);
    expect(JSON.parse(await readFile(file('t.json'), 'utf8'))).toMatchObject({ status_code: 200 });
    await writeFile(config, JSON.stringify({ urls: [lab.url('gate.test')], header: [field], 'fail-under': 'A+' }));
    const others = [
      await scan('--config', config, '--resume', state),
      await scan(lab.url('gate.test'), 'nosuch.test', '--header', field, '--format', 'jsonl'),
      await scan('127.0.0.1', '--header', field),
      await scan(lab.url('gate.test'), '--header', `X-Scan-Token: ${TOKEN}\u0000`),
      await scan(lab.url('gate.test'), '--header', `X Scan Token: ${TOKEN}`),
      await scan(lab.url('gate.test'), '--header', TOKEN),
      await scan(lab.url('gate.test'), '--header', field, '--nonsense'),
    ];
    expect(others.map(({ status }) => status)).toEqual([1, 3, 3, 2, 2, 2, 2]);
    for (const { out, err } of [passed, ...others]) expect(out + err).not.toContain(TOKEN);
    for (const name of [saved, state, ...files]) expect(await readFile(name, 'utf8'), name).not.toContain(TOKEN);
  });
});

describe('--save (S8)', () => {
  it('is readable only by its owner, even if the file existed before, and gives the same report again', async () => {
    const saved = file('saved.json');
    await writeFile(saved, 'old', { mode: 0o644 });
    const live = await scan(lab.url('bare.test'), '--save', saved, '--json');
    expect((await stat(saved)).mode & 0o777).toBe(0o600);
    const again = await scan('--from', saved, '--json');
    const { scan_id: _one, ...report } = JSON.parse(live.out) as Record<string, unknown>;
    expect(JSON.parse(again.out)).toMatchObject(report);
  });
});
