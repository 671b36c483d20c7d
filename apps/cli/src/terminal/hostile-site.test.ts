import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startLab, type Lab } from '@palisade/lab/lab';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { FORMATS } from '../formats/format-names.ts';
import { runPalisade } from '../test/run-palisade.ts';

/** What no output may contain: ECMA-48 controls other than line ends, bidirectional controls, separators. */
const ACTS = /(?![\r\n])[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029\ufeff]/u;
const TITLE = '\u001b]0;owned\u0007';
const CLIPBOARD = '\u001b]52;c;cm0gLXJm\u0007';
/** Commands that CI systems obey in a job's log: Azure Pipelines and GitHub anywhere in a line, TeamCity, GitHub at its start. */
const ORDERS =
  '##vso[task.setvariable variable=x]y ##[set-output name=grade]A+ ##teamcity[x] ::set-output name=grade::A+';
const ORDERED = /##(?:vso|teamcity)?\[|^[^\w"]*::(?:set-output|add-mask)[ :]/imu;
/** Header bytes are Latin-1: CSI in one byte, and the bytes of a right-to-left override. */
const RAW = `\u009b2J\u007f\u00e2\u0080\u00ae`;

let lab: Lab;
let folder: string;
beforeAll(async () => {
  lab = await startLab({
    sites: [
      {
        host: 'hostile.test',
        https: {
          headers: [
            ['Content-Type', `text/html; charset=${RAW}`],
            ['Server', `nginx/1.2${TITLE}${RAW} ${ORDERS}`],
            ['X-Frame-Options', `${ORDERS} ${ORDERS}`],
            ['Permissions-Policy', ORDERS],
            ['X-Powered-By', `PHP/5.3${CLIPBOARD}`],
            ['Content-Security-Policy', `default-src 'self' ${CLIPBOARD}; script-src 'unsafe-inline' https://${TITLE}`],
            ['Referrer-Policy', `unsafe-url${TITLE}`],
            ['Strict-Transport-Security', `max-age=1${RAW}`],
            ['Set-Cookie', `sess${RAW}ion=1${TITLE}; Path=/${CLIPBOARD}`],
            ['Access-Control-Allow-Origin', `*${RAW}`],
          ],
          body: `<title>${ORDERS}${TITLE}\u202e</title><meta name="generator" content="${TITLE}\u202e"><script src="http://x.test/${TITLE}\u202e.js"></script><form action="http://y.test/\u2066${RAW}"><input type=password>`,
        },
      },
      { host: 'away.test', https: { status: 302, headers: [['Location', `https://h${TITLE}${RAW}.test\u0001/`]] } },
      { host: 'inside.test', https: { status: 302, headers: [['Location', `http://127.0.0.1/${TITLE}${RAW}`]] } },
      {
        host: 'orders.test',
        https: { status: 302, headers: [['Location', `::set-output name=grade::A+##[add-mask]a`]] },
      },
      {
        host: 'further.test',
        https: { status: 302, headers: [['Location', `http://10.0.0.1/##[set-output name=grade]A+`]] },
      },
    ],
  });
  for (const [name, value] of Object.entries(lab.env)) vi.stubEnv(name, value);
  folder = await mkdtemp(path.join(tmpdir(), 'palisade-hostile-'));
  await runPalisade(['scan', lab.url('hostile.test'), '--save', path.join(folder, 'saved.json')]);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await lab.close();
  await rm(folder, { recursive: true, force: true });
});

async function quiet(args: string[]): Promise<string> {
  const { out, err } = await runPalisade(args);
  expect(out).not.toMatch(ACTS);
  expect(err).not.toMatch(ACTS);
  expect(out).not.toMatch(ORDERED);
  expect(err).not.toMatch(ORDERED);
  return out + err;
}

describe('a site that sends terminal escapes (S2)', () => {
  it.each(FORMATS)('--format %s', async (format) => {
    const text = await quiet(['scan', '--from', path.join(folder, 'saved.json'), '--format', format]);
    expect(text).toContain('owned');
  });
  it.each(['away.test', 'inside.test', 'orders.test', 'further.test'])(
    'a redirect of %s to a hostile target',
    async (host) => {
      await quiet(['scan', lab.url(host)]);
      await quiet(['scan', lab.url(host), lab.url('hostile.test')]);
    },
  );
  it('diff', async () => {
    const saved = path.join(folder, 'saved.json');
    const other = path.join(folder, 'other.json');
    const text = await readFile(saved, 'utf8');
    await writeFile(other, text.replaceAll('owned', 'taken'));
    expect(await quiet(['diff', saved, other])).toContain('taken');
    expect(await quiet(['diff', saved, other, '--json'])).toContain('taken');
  });
  it('files that are not JSON, evidence, a report or a list', async () => {
    const file = path.join(folder, 'bad.json');
    for (const content of [
      `${TITLE}${RAW}\u202e`,
      `{"${TITLE}\u202e": 1}`,
      `{"version": "${TITLE}", "target": "\u202e"}`,
      `["${RAW}"]`,
      `::set-output name=grade::A+`,
      `{"##[set-output name=grade]A+": 1}`,
    ]) {
      // prettier-ignore
      await writeFile(file, content);
      for (const args of [
        ['scan', '--from', file],
        ['diff', file, file],
        ['scan', 'a.test', '--baseline', file],
        ['scan', 'a.test', '--config', file],
        ['verify', file, '--keys', file],
        ['scan', '--list', file],
      ])
        // prettier-ignore
        await quiet(args);
    }
  });
  it('input that is typed, or passed on by a script', async () => {
    for (const args of [
      [TITLE],
      ['::set-output name=grade::A+'],
      ['scan', '##vso[task.complete result=Succeeded;]'],
      ['scan', TITLE],
      ['scan', `--${TITLE}`],
      ['scan', 'a.test', '--fail-on', RAW],
      ['checks', TITLE],
      ['verify', TITLE],
      ['scan', 'a.test', '--list', TITLE],
    ])
      // prettier-ignore
      await quiet(args);
  });
});
