/** Input that people and pipelines give the command line by mistake or from other systems, and the exit status of each. */
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startLab, type Lab } from '@palisade/lab/lab';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { runPalisade } from './test/run-palisade.ts';

let lab: Lab;
let folder: string;
let report: string;
const file = (name: string): string => path.join(folder, name);
beforeAll(async () => {
  lab = await startLab({
    sites: [
      { host: 'bare.test' },
      { host: 'silent.test', https: { delayMs: 60_000 } },
      { host: 'plain.test', http: { body: 'no https' }, https: 'none' },
    ],
  });
  folder = await mkdtemp(path.join(tmpdir(), 'palisade-inputs-'));
  await Promise.all([mkdir(file('folder')), writeFile(file('text.json'), 'nope\n'), writeFile(file('empty.json'), '{}'), writeFile(file('none.json'), '[]'), writeFile(file('blank.txt'), '# nothing\n\n')]); // prettier-ignore
  for (const [name, value] of Object.entries(lab.env)) vi.stubEnv(name, value);
  report = (await runPalisade(['scan', lab.url('bare.test'), '--json'])).out;
  await writeFile(file('report.json'), report);
});
afterEach(() => {
  for (const name of ['SCAN_SMTP', 'SCAN_TIMEOUT_MS']) vi.stubEnv(name, undefined);
  for (const [name, value] of Object.entries(lab.env)) vi.stubEnv(name, value);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await lab.close();
  await rm(folder, { recursive: true, force: true });
});
const inFolder = (args: readonly string[]) => args.map((one) => one.replace(/^@/u, `${folder}/`));

describe('2, before anything is sent, for a file that', () => {
  it.each([
    [['diff', '@missing', '@report.json'], /missing cannot be read: no such file or folder \(ENOENT\)/u],
    [['diff', '@missing', '@none'], /missing cannot be read/u],
    [['diff', '@report.json', '@folder'], /folder cannot be read: it is a folder \(EISDIR\)/u],
    [['diff', '@text.json', '@report.json'], /text\.json cannot be read as JSON/u],
    [['diff', '@empty.json', '@report.json'], /empty\.json is not a report: url is missing/u],
    [['diff', '@none.json', '@report.json'], /none\.json does not contain the report of one site/u],
    [['scan', '--from', '@missing'], /missing cannot be read/u],
    [['scan', '--from', '@report.json'], /report\.json is not evidence of this version/u],
    [['scan', 'bare.test', '--baseline', '@missing'], /missing cannot be read/u],
    [['scan', 'bare.test', '--baseline', '@empty.json'], /empty\.json is not a report/u],
    [['scan', '--list', '@missing'], /--list .*missing cannot be read: .* \(ENOENT\)/u],
    [['scan', '--list', '@blank.txt'], /blank\.txt has no URL/u],
    [['scan', 'bare.test', '--config', '@text.json'], /text\.json is not JSON/u],
    [['scan', 'bare.test', '--output', '@folder', '--format', 'json'], /--output .*folder cannot be written: it is a folder \(EISDIR\)/u], // prettier-ignore
    [
      ['scan', 'bare.test', '--output', '@missing/r.json'],
      /--output .*r\.json cannot be written: no such file or folder \(ENOENT\)/u,
    ],
    [['scan', 'bare.test', '--save', '@missing/e.json'], /--save .*e\.json cannot be written: no such file or folder \(ENOENT\)/u], // prettier-ignore
    [['scan', 'bare.test', '--save', '@folder'], /--save .*folder cannot be written: it is a folder \(EISDIR\)/u], // prettier-ignore
    [['scan', 'bare.test', '--resume', '@missing/state'], /--resume .*state cannot be written: .* \(ENOENT\)/u],
    [['scan', 'bare.test', '--client-cert', '@missing', '--client-key', '@missing'], /--client-cert .* cannot be read/u], // prettier-ignore
    [['scan', 'bare.test', '--server', 'http://127.0.0.1:9', '--key-file', '@missing'], /--key-file .* cannot be read/u], // prettier-ignore
    // A configuration that came with a project may name any file: it is neither sent nor shown.
    [['scan', 'bare.test', '--server', 'http://127.0.0.1:9', '--key-file', '@text.json'], /^--key-file \S+text\.json does not contain a valid API key of a Palisade service \(pal_live_…\)$/u], // prettier-ignore
    [['verify', '@missing'], /missing cannot be read/u],
    [['verify', '@text.json'], /neither JSON nor a PDF/u],
    [['verify', '@report.json', '--keys', '@empty.json'], /empty\.json has no keys/u],
  ])('%j', async (args, words) => {
    const before = lab.site('bare.test').requests.length;
    const { status, lastError, out } = await runPalisade(inFolder(args));
    expect({ status, out }).toEqual({ status: 2, out: '' });
    expect(lastError).toMatch(words);
    expect(lab.site('bare.test').requests).toHaveLength(before);
  });
});

describe('2, with a suggestion, for', () => {
  it.each([
    [['scna', 'bare.test'], /unknown command 'scna'[^]*Did you mean scan/u],
    [['scna', '--help'], /unknown command 'scna'[^]*Did you mean scan/u],
    [['help', 'scna'], /unknown command 'scna'[^]*Did you mean scan/u],
    [['nothing', '-h'], /unknown command 'nothing'/u],
    [['compliance', 'genrate', '--help'], /unknown command 'genrate'[^]*Did you mean generate/u],
    [['help', 'compliance', 'nothing'], /unknown command 'nothing'/u],
    [['scan', '--fali-under', 'B'], /unknown option '--fali-under'[^]*Did you mean --fail-under/u],
    [['scan', 'bare.test', '--fail-on', 'dns/dmrac'], /did you mean dns\/dmarc\?/u],
    [['scan', 'bare.test', '--fail-on', 'critcal'], /did you mean critical\?/u],
    [['checks', 'dns/dmrac'], /did you mean dns\/dmarc\?/u],
  ])('%j', async (args, words) => {
    const { status, out, err } = await runPalisade(args);
    expect({ status, out }).toEqual({ status: 2, out: '' });
    expect(err).toMatch(words);
    expect(err).not.toMatch(/^error: /u);
    expect(err.trimEnd().split('\n').at(-1)).toBe('Try --help.');
  });
  it.each([[['help', 'scan']], [['scan', 'x.test', '--help']], [['compliance', 'generate', '-h']], [['help', 'help']]])(
    '%j is help, and no fault',
    async (args) => {
      expect(await runPalisade(args)).toMatchObject({ status: 0, err: '', out: expect.stringContaining('Usage: palisade') as string }); // prettier-ignore
    },
  );
});

it.each([40, 50, 80])('help at %i columns breaks no word', async (columns) => {
  const { isTTY, columns: usual } = process.stdout;
  Object.assign(process.stdout, { isTTY: true, columns });
  const { out } = await runPalisade(['scan', '--help']).finally(() => Object.assign(process.stdout, { isTTY, columns: usual })); // prettier-ignore
  expect(out.split('\n').filter((one) => one.length > columns)).toEqual([]);
  for (const word of ['certificate,', 'interruption', 'standard', 'scanned.']) expect(out).toContain(word);
});

describe('a run that is interrupted', () => {
  it('finishes every format with the results so far, and says how to continue', async () => {
    const others = process.listeners('SIGINT');
    const written = ['json', 'xml', 'sarif'].flatMap((kind) => ['--output', file(`early.${kind}`)]);
    const ran = runPalisade(['scan', 'bare.test', 'silent.test', '--concurrency', '1', '--resume', file('early.resume'), ...written]); // prettier-ignore
    await expect.poll(() => lab.site('silent.test').requests.length).toBeGreaterThan(0);
    for (const listener of process.listeners('SIGINT')) if (!others.includes(listener)) listener('SIGINT');
    const { status, lastError } = await ran;
    expect(status).toBe(3);
    expect(lastError).toBe(`interrupted; the same command goes on from ${file('early.resume')}`);
    const [first] = JSON.parse(await readFile(file('early.json'), 'utf8')) as { url: string; grade?: string }[];
    expect(first).toMatchObject({ url: 'https://bare.test/', grade: 'F' });
    expect(await readFile(file('early.xml'), 'utf8')).toMatch(/<\/testsuites>\n$/u);
    expect(JSON.parse(await readFile(file('early.sarif'), 'utf8'))).toHaveProperty('version', '2.1.0');
  });
});

describe('2 for a setting that is wrong', () => {
  it.each([
    ['SCAN_TIMEOUT_MS', 'soon', /SCAN_TIMEOUT_MS must be a whole number/u],
    ['SCAN_ALLOW_CIDRS', '10.0.0.0/40', /SCAN_ALLOW_CIDRS/u],
    ['SCAN_ALLOW_PORTS', '80,http', /SCAN_ALLOW_PORTS/u],
    ['SCAN_DNS_SERVERS', 'dns', /SCAN_DNS_SERVERS/u],
    ['SCAN_SMTP', 'maybe', /SCAN_SMTP must be on or off/u],
    ['SCAN_EXTRA_CA_FILE', '/nowhere/ca.pem', /SCAN_EXTRA_CA_FILE .* cannot be read \(ENOENT\)/u],
  ])('%s=%s', async (name, value, words) => {
    vi.stubEnv(name, value);
    expect(await runPalisade(['scan', 'bare.test'])).toMatchObject({
      status: 2,
      lastError: expect.stringMatching(words) as string,
    });
  });
});

describe('settings that would stop a service stop no command here (S13)', () => {
  it.each([
    [['scan', 'bare.test', '--format', 'csv']],
    [['diff', '@report.json', '@report.json']],
    [['checks', 'dns/spf']],
    [['completion', 'bash']],
    [['--help']],
    [['scan', '--version']],
  ])('%j', async (args) => {
    const service = { NODE_ENV: 'production', APP_SECRET: 'x', PORT: 'many', HOST: ' ', DATABASE_URL: '::', REDIS_URL: 'nope', TRUST_PROXY: 'true', FREE_SCANS_PER_DAY: '-1', STRIPE_SECRET_KEY: 'x', OPS_TOKEN: '', LOG_LEVEL: 'loud', PUBLIC_BASE_URL: 'ftp://x' }; // prettier-ignore
    for (const [name, value] of Object.entries(service)) vi.stubEnv(name, value);
    expect(await runPalisade(inFolder(args))).toMatchObject({ status: 0 });
    for (const name of Object.keys(service)) vi.stubEnv(name, undefined);
  });
});

describe('files of other systems', () => {
  const encodings: [string, (text: string) => Buffer][] = [
    ['UTF-8 with a mark', (text) => Buffer.from(`\ufeff${text}`)],
    ['UTF-16, as PowerShell writes it', (text) => Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-16, the other way round', (text) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
  ];
  it.each(encodings)('%s: a list, a configuration and a report', async (_name, encode) => {
    await writeFile(file('list.txt'), encode(`${lab.url('bare.test')}\r\n# the end\r\n`));
    await writeFile(file('config.json'), encode('{"fail-on": "Critical"}\r\n'));
    await writeFile(file('other.json'), encode(report));
    const { status, lastError } = await runPalisade(['scan', '--list', file('list.txt'), '--config', file('config.json'), '--format', 'jsonl']); // prettier-ignore
    expect(lastError).toMatch(/^Gate failed: --fail-on critical: /u);
    expect(status).toBe(1);
    const compared = await runPalisade(['diff', file('report.json'), file('other.json'), '--fail-on-regression']);
    expect(compared).toMatchObject({ status: 0, out: expect.stringContaining('Nothing changed.') as string });
  });
});

describe('earlier files of --output', () => {
  it('stay as they are if another cannot be written, and no file is left behind', async () => {
    await mkdir(file('results'));
    await writeFile(file('results/old.json'), 'the earlier report');
    const outputs = ['old.json', 'new.csv', 'missing/x.xml'].flatMap((one) => ['--output', file(`results/${one}`)]);
    const { status, lastError } = await runPalisade(['scan', 'bare.test', ...outputs]);
    expect([status, lastError]).toEqual([2, expect.stringContaining('missing/x.xml cannot be written')]);
    expect(await readdir(file('results'))).toEqual(['old.json']);
    expect(await readFile(file('results/old.json'), 'utf8')).toBe('the earlier report');
  });
});

describe('other spellings', () => {
  it('a site is scanned once, however it is spelled', async () => {
    const spellings = [
      'bare.test',
      'BARE.test',
      'https://bare.test',
      'HTTPS://bare.test/',
      'https://bare.test:443/',
      'bare.test#top',
    ];
    const { out } = await runPalisade(['scan', ...spellings, '--format', 'jsonl']);
    expect(out.trim().split('\n')).toHaveLength(1);
  });
  it('severities and grades in any case', async () => {
    const { status, lastError } = await runPalisade(['scan', 'bare.test', '--fail-on', 'CRITICAL', '--fail-under', 'b']); // prettier-ignore
    expect(status).toBe(1);
    expect(lastError).toMatch(/--fail-under B: .*--fail-on critical: /u);
  });
  it('- is standard output, in addition to a file', async () => {
    const { out } = await runPalisade(['scan', 'bare.test', '--output', '-', '--format', 'json', '--output', file('r.csv')]); // prettier-ignore
    expect(JSON.parse(out)).toHaveProperty('grade', 'F');
    expect(await readFile(file('r.csv'), 'utf8')).toMatch(/^url,/u);
  });
  it.each([
    [['--output', 'a.json', '--output', './a.json'], /two results cannot share the same file/u],
    [['--save', 'a.json', '--output', './a.json'], /two results cannot share the same file/u],
    [['--list', 'sites.csv', '--output', 'sites.csv'], /sites\.csv is read by this run and would be overwritten/u],
    [['--output', '-', '--format', 'json', '--format', 'csv'], /only one format can be printed/u],
    [['--output', '-'], /--output -: specify its format with --format/u],
    [['--json', '--format', 'csv'], /only one format can be printed/u],
  ])('%j is refused', async (args, words) => {
    const { status, err } = await runPalisade(['scan', 'bare.test', ...args]);
    expect(status).toBe(2);
    expect(err).toMatch(words);
  });
  it('saved evidence is evaluated here, also if the configuration names a service', async () => {
    await writeFile(file('service.json'), '{"server": "http://127.0.0.1:9", "key-file": "none"}');
    await runPalisade(['scan', lab.url('bare.test'), '--save', file('kept.json'), '--format', 'csv']);
    const from = ['scan', '--from', file('kept.json'), '--config', file('service.json'), '--format', 'csv'];
    expect((await runPalisade(from)).status).toBe(0);
    const asked = await runPalisade([...from, '--server', 'http://127.0.0.1:9']);
    expect([asked.status, asked.err]).toEqual([2, expect.stringContaining('without --server')]);
  });
  it('saved evidence takes no option of a scan', async () => {
    const { status, err } = await runPalisade(['scan', '--from', 'saved.json', '--cookie', 'a=b']);
    expect([status, err]).toEqual([2, expect.stringContaining('it accepts no options of a scan')]);
  });
  it('a section of checks may end in a slash', async () => {
    const { out } = await runPalisade(['checks', 'tls/', '--json']);
    expect((JSON.parse(out) as { section: string }[]).every(({ section }) => section === 'tls')).toBe(true);
  });
});

describe('a site that answers only over http', () => {
  it('is reported with the address that works', async () => {
    const { status, lastError } = await runPalisade(['scan', 'plain.test']);
    expect(status).toBe(3);
    expect(lastError).toMatch(/^Not scanned: .*https was assumed; .* use http:\/\/plain\.test\)/u);
    expect((await runPalisade(['scan', 'http://plain.test', '--json'])).status).toBe(0);
  });
  it.each([['https://plain.test'], ['nosuch.test'], ['127.0.0.1']])('%s has no such hint', async (target) => {
    const { status, lastError } = await runPalisade(['scan', target]);
    expect(status).toBe(3);
    expect(lastError).not.toContain('http://');
  });
});
