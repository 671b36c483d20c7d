import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { evidenceText } from '@palisade/scanner/evidence-text';
import { evidenceWith, pageWith } from '../../../packages/scanner/test/evidence.ts';
import { readConfigFile } from './scanning/config-file.ts';
import { openResume } from './scanning/resume.ts';
import { readReports } from './scanning/saved.ts';
import { readSettings } from './scanning/settings.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'palisade-words-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function file(content: unknown): Promise<string> {
  const name = path.join(folder, 'file.json');
  await writeFile(name, JSON.stringify(content));
  return name;
}
/** The schema library's own messages never reach a person. */
const RAW = /invalid|expected|received|unrecognized|undefined/iu;

it.each<[unknown, string]>([
  [{ fail_under: 'B' }, 'fail_under is not a known field (did you mean fail-under?)'],
  [{ 'fail-undr': 'B' }, 'fail-undr is not a known field (did you mean fail-under?)'],
  [{ color: true }, 'color is not a known field'],
  [{ failUnder: 'E' }, 'failUnder must be one of A+, A, B, C, D, F'],
  [{ concurrency: 0 }, 'concurrency must be 1 or more'],
  [{ concurrency: '8' }, 'concurrency must be a number'],
  [{ urls: 'a.test' }, 'urls must be a list'],
  [{ 'fail-on': ['critical', 7] }, 'fail-on.1 must be text'],
  [{ failOn: ['critical', 7] }, 'failOn.1 must be text'],
  [{ format: ['sarif', 'pdf'] }, 'format.1 must be one of text, json'],
  [{ ignore: [{ check: 'tls/chain', expires: '2026-12-31' }] }, 'ignore.0.reason is missing'],
  [{ ignore: [{ check: 'tls/chain', reason: '', expires: '2026-12-31' }] }, 'ignore.0.reason is empty'],
  [{ ignore: [{ check: 'tls/chain', reason: 'later', expires: '2026-02-30' }] }, 'ignore.0.expires must be a date such as'],
  [{ ignore: [{ check: 'a/b', reason: 'later', expires: '2026-12-31', hosts: 'a.test' }] }, 'ignore.0.hosts is not a known field (did you mean host?)'],
  [[], 'it must be an object'],
  [null, 'it must be an object'],
])('a configuration %j: %s', async (content, words) => {
  const fault: unknown = await readConfigFile(await file(content)).catch((error: unknown) => error);
  expect(fault).toBeInstanceOf(Error);
  expect((fault as Error).message).toContain(words);
  expect((fault as Error).message).not.toMatch(RAW);
}); // prettier-ignore

it.each<[unknown, RegExp]>([
  [{}, /is not a report: url is missing$/u],
  [{ url: 7 }, /is not a report: url must be text$/u],
  ['text', /is not a report: it must be an object$/u],
  [{ target: {}, version: 99 }, /is not evidence of this version: version must be \d+$/u],
])('what is no report, %j, is refused in words', async (content, words) => {
  const fault: unknown = await readReports(await file(content)).catch((error: unknown) => error);
  expect((fault as Error).message).toMatch(words);
});

it('evidence keeps its hash, also what an earlier version saved', async () => {
  const { personal_fields: _later, ...page } = pageWith();
  const earlier = evidenceWith({ page: page as never });
  const [report] = await readReports(await file(earlier));
  expect(report?.['evidence_sha256']).toBe(createHash('sha256').update(evidenceText(earlier)).digest('hex'));
});

it.each([{ key: 'psk_x' }, { keyFile: 'key.txt' }])('%j without --server is refused, not dropped', async (options) => {
  await expect(readSettings(['a.test'], options)).rejects.toThrow('specify it with --server');
});

it('a file for --resume that cannot be written is named', async () => {
  await expect(openResume(path.join(folder, 'none/runs'))).rejects.toThrow(
    /--resume .* cannot be written: no such file or folder \(ENOENT\)/u,
  );
});
