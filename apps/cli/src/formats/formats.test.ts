import { readFile } from 'node:fs/promises';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import type { Log } from 'sarif';
import { judge } from '@palisade/scanner/judge';
import { evidenceWith, type EvidenceOptions } from '../../../../packages/scanner/test/evidence.ts';
import { siteReport, type SiteResult } from '../scanning/site-report.ts';
import { LOADERS } from './format.ts';
import type { FormatName } from './format-names.ts';

const NOW = new Date('2026-11-22T12:00:00Z');
const ignores = [{ check: 'headers/x-content-type-options', reason: 'no | mail\n=cmd()', expires: '2026-12-31' }];
const site = (options: EvidenceOptions = {}): SiteResult => {
  const report = siteReport(judge(evidenceWith(options), ''), '');
  return { url: report.url, ok: true, report };
};
const HOSTILE = '=HYPERLINK("x")`|@team <img src=x onerror=alert(1)> ]]> &lt; \u001b[2J';
const hostile = (): SiteResult => site({ headers: [['Server', `nginx/1.1 ${HOSTILE}`], ['Referrer-Policy', HOSTILE]] }); // prettier-ignore
const failed: SiteResult = { url: '=a.test', ok: false, reason: `-no ${HOSTILE}`, refused: false };

async function written(format: FormatName, ...results: SiteResult[]): Promise<string> {
  const made = (await LOADERS[format]())({ total: results.length, ignores, now: NOW });
  return made.begin() + results.map((result) => made.site(result)).join('') + made.end();
}

/** What the OASIS schema finds wrong. It is of JSON Schema draft 4, whose few differences it does not use. */
async function againstSchema(text: string): Promise<unknown> {
  const file = new URL('../test/sarif-2.1.0.schema.json', import.meta.url);
  const { $schema: _draft, id: _id, ...schema } = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
  const ajv = new Ajv({ allErrors: true, strict: false, unicodeRegExp: false });
  formats.default(ajv);
  const validate = ajv.compile(schema);
  return validate(JSON.parse(text)) ? [] : validate.errors;
}

describe('SARIF 2.1.0', () => {
  it('is valid by the schema of OASIS, whatever sites send', async () => {
    for (const results of [[], [site()], [hostile(), failed], [failed]])
      expect(await againstSchema(await written('sarif', ...results))).toEqual([]);
    // It does look.
    const log = JSON.parse(await written('sarif', site())) as Log;
    expect(await againstSchema(JSON.stringify({ ...log, version: '2.0.0' }))).not.toEqual([]);
    expect(await againstSchema(JSON.stringify({ ...log, runs: [{ ...log.runs[0], results: [{}] }] }))).not.toEqual([]);
  });

  it('has a rule for each check and a result for each finding, which point at each other', async () => {
    const log = JSON.parse(await written('sarif', site(), failed)) as Log;
    const [run] = log.runs;
    const rules = run?.tool.driver.rules ?? [];
    expect(log.version).toBe('2.1.0');
    for (const rule of rules) expect([rule.id, rule.help?.text, rule.shortDescription?.text].every(Boolean)).toBe(true);
    for (const { ruleId, ruleIndex, locations, level } of run?.results ?? []) {
      expect(rules[ruleIndex ?? -1]?.id).toBe(ruleId);
      // What code scanning takes: a relative location and a line.
      const { artifactLocation, region } = locations?.[0]?.physicalLocation ?? {};
      expect(artifactLocation?.uri).not.toMatch(/^[a-z]+:|^\//u);
      expect(region?.startLine).toBe(1);
      expect(['error', 'warning', 'note']).toContain(level);
    }
    expect(run?.invocations?.[0]?.executionSuccessful).toBe(false);
    expect(run?.results?.find(({ ruleId }) => ruleId === 'headers/x-content-type-options')?.suppressions).toHaveLength(
      1,
    );
  });
  it('knows a finding again, whatever its evidence', async () => {
    const prints = async (result: SiteResult) =>
      ((JSON.parse(await written('sarif', result)) as Log).runs[0]?.results ?? []).map(({ partialFingerprints }) => partialFingerprints?.['palisadeFinding/v1']); // prettier-ignore
    const [one, again] = [await prints(site()), await prints(site())];
    expect(again).toEqual(one);
    expect(new Set(one).size).toBe(one.length);
    expect(one.length).toBeGreaterThan(3);
  });
});

it('JUnit: every case is told once, and the counts are those of the cases', async () => {
  const xml = await written('junit', hostile(), failed);
  const count = (pattern: RegExp): number => [...xml.matchAll(pattern)].length;
  const sum = (name: string): number =>
    [...xml.matchAll(new RegExp(`<testsuite [^>]*\\b${name}="(\\d+)"`, 'gu'))].reduce(
      (total, [, n]) => total + Number(n),
      0,
    );
  expect(sum('tests')).toBe(count(/<testcase /gu));
  expect(sum('failures')).toBe(count(/<failure /gu));
  expect(sum('skipped')).toBe(count(/<skipped /gu));
  expect(count(/<(?!\/|\?)/gu)).toBe(count(/<\//gu) + count(/\/>/gu));
  expect(xml).not.toMatch(/<img/u);
});

// JUnit.xsd of Ant: `use="required"`; junit-10.xsd of Jenkins' xUnit plugin wants fewer.
it.each([
  ['testsuite', ['name', 'package', 'id', 'hostname', 'timestamp', 'tests', 'failures', 'errors', 'time']],
  ['testcase', ['name', 'classname', 'time']],
  ['error', ['message', 'type']],
  ['failure', ['message', 'type']],
])('JUnit: each %s has what schemas require, that of a site that was not scanned too', async (element, required) => {
  const xml = await written('junit', hostile(), failed, site());
  const found = [...xml.matchAll(new RegExp(`<${element}(?= )[^>]*>`, 'gu'))];
  expect(found.length).toBeGreaterThan(0);
  for (const [tag] of found) for (const name of required) expect(tag).toMatch(new RegExp(` ${name}="[^"]+"`, 'u'));
  const ids = [...xml.matchAll(/<testsuite [^>]*\bid="(\d+)"/gu)].map(([, id]) => id);
  expect(ids).toEqual(['0', '1', '2']);
  expect([...xml.matchAll(/<system-out\/>\n<system-err\/>\n<\/testsuite>/gu)]).toHaveLength(3);
});

it('CSV: no cell is a formula, and every line has the same cells', async () => {
  const csv = await written('csv', hostile(), failed);
  const rows = csv.trimEnd().split(/\r\n/u).map(cells);
  expect(new Set(rows.map(({ length }) => length))).toEqual(new Set([rows[0]?.length]));
  for (const cell of rows.flat()) expect(cell).not.toMatch(/^[=+@-](?!\d)/u);
});

function cells(row: string): string[] {
  return [...row.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/gu)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  );
}

it('HTML is one file without a script, an address to load or markup of the site', async () => {
  const html = await written('html', hostile(), failed);
  expect(html).not.toMatch(/<script|<img|<link/u);
  expect(html).toContain("content=\"default-src 'none'; style-src 'unsafe-inline'\"");
});

it('Markdown: nothing of the site is markup or notifies people', async () => {
  const markdown = await written('markdown', hostile(), failed);
  const outside = markdown.replaceAll(/^(`{3,})\n[^]*?\n\1$/gmu, '');
  expect(outside).not.toMatch(/@team|<img/u);
  expect(markdown).toContain('ignored until 2026-12-31');
});
