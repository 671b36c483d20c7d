import { readFile } from 'node:fs/promises';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { parse as parseCsv } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import type { Log } from 'sarif';
import { browserOf, policyTrial, requestTo, scriptFrom } from '../../../../packages/scanner/test/browser-evidence.ts';
import { findingsIn, notAssessedIn, resultsIn, type SiteResult } from '../scanning/site-report.ts';
import { failed, hostile, site, written } from '../test/written.ts';

/** Errors by the OASIS schema, which uses nothing of JSON Schema draft 4 that differs from later drafts. */
async function againstSchema(text: string): Promise<unknown> {
  const file = new URL('../test/sarif-2.1.0.schema.json', import.meta.url);
  const { $schema: _draft, id: _id, ...schema } = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
  const ajv = new Ajv({ allErrors: true, strict: false, unicodeRegExp: false });
  formats.default(ajv);
  const validate = ajv.compile(schema);
  return validate(JSON.parse(text)) ? [] : validate.errors;
}

describe('SARIF 2.1.0', () => {
  it('is valid by the OASIS schema, whatever sites send', async () => {
    for (const results of [[], [site()], [hostile(), failed], [failed]])
      expect(await againstSchema(await written('sarif', ...results))).toEqual([]);
    // The validator is not idle.
    const log = JSON.parse(await written('sarif', site())) as Log;
    expect(await againstSchema(JSON.stringify({ ...log, version: '2.0.0' }))).not.toEqual([]);
    expect(await againstSchema(JSON.stringify({ ...log, runs: [{ ...log.runs[0], results: [{}] }] }))).not.toEqual([]);
  });

  it('has a relative location also for an IPv6 address and a port', async () => {
    const at = site();
    if (!at.ok) throw new Error('no report');
    const url = 'https://[2001:db8::1]:8443/a';
    const text = await written('sarif', { ...at, url, report: { ...at.report, url } });
    expect(await againstSchema(text)).toEqual([]);
    const [run] = (JSON.parse(text) as Log).runs;
    const uri = run?.results?.[0]?.locations?.[0]?.physicalLocation?.artifactLocation?.uri;
    expect(uri).toBe('%5B2001%3Adb8%3A%3A1%5D%3A8443/a');
  });
  it('has other fingerprints for another page of the host, and the same in each run', async () => {
    const at = site();
    if (!at.ok) throw new Error('no report');
    const of = async (url: string) => {
      const log = JSON.parse(await written('sarif', { ...at, url, report: { ...at.report, url } })) as Log;
      return log.runs[0]?.results?.[0]?.partialFingerprints?.['palisadeFinding/v1'];
    };
    const urls = [
      'https://a.test/',
      'http://a.test/',
      'https://a.test:8443/',
      'https://a.test/b',
      'https://a.test/?p=1',
    ];
    const ids = [];
    for (const url of [...urls, 'https://a.test/?p=2']) ids.push(await of(url));
    expect(new Set(ids).size).toBe(6);
    expect(await of('https://a.test/')).toBe(ids[0]);
  });
  it('has a rule for each check and a result for each finding, which refer to each other', async () => {
    const log = JSON.parse(await written('sarif', site(), failed)) as Log;
    const [run] = log.runs;
    const rules = run?.tool.driver.rules ?? [];
    expect(log.version).toBe('2.1.0');
    for (const rule of rules) expect([rule.id, rule.help?.text, rule.shortDescription?.text].every(Boolean)).toBe(true);
    for (const { ruleId, ruleIndex, locations, level } of run?.results ?? []) {
      expect(rules[ruleIndex ?? -1]?.id).toBe(ruleId);
      // What code scanning accepts: a relative location and a line.
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
  it('has a notification for each check that was not made, and for a provisional report', async () => {
    const whole = site();
    if (!whole.ok) throw new Error('no report');
    const missed = resultsIn(whole.report).filter(({ status }) => status === 'unknown');
    const seen = { page: 'challenge', reason: 'The URL returned a visitor check.' };
    const text = await written('sarif', { ...whole, report: { ...whole.report, provisional: true, seen } });
    expect(await againstSchema(text)).toEqual([]);
    const [run] = (JSON.parse(text) as Log).runs;
    const [first, ...others] = run?.invocations?.[0]?.toolExecutionNotifications ?? [];
    expect(first).toMatchObject({ level: 'warning', message: { text: expect.stringContaining('visitor check') } });
    expect(missed.length).toBeGreaterThan(3);
    // No gate counts the findings of a challenge page, so code scanning must not show them as alerts.
    const found = findingsIn(whole.report);
    expect(found.length).toBeGreaterThan(3);
    expect(others.map(({ associatedRule }) => associatedRule?.id)).toEqual([...missed, ...found].map(({ id }) => id));
    for (const [index, { associatedRule, message, level }] of others.entries()) {
      expect(run?.tool.driver.rules?.[associatedRule?.index ?? -1]?.id).toBe(associatedRule?.id);
      const [how, words] = index < missed.length ? ['warning', 'Not assessed: '] : ['note', 'may not be the site’s'];
      expect([level, message.text]).toEqual([how, expect.stringContaining(words)]);
    }
    expect([run?.results, run?.invocations?.[0]?.executionSuccessful]).toEqual([[], false]);
  });
  it('recognizes a finding, whatever its evidence', async () => {
    const prints = async (result: SiteResult) =>
      ((JSON.parse(await written('sarif', result)) as Log).runs[0]?.results ?? []).map(({ partialFingerprints }) => partialFingerprints?.['palisadeFinding/v1']); // prettier-ignore
    const [one, again] = [await prints(site()), await prints(site())];
    expect(again).toEqual(one);
    expect(new Set(one).size).toBe(one.length);
    expect(one.length).toBeGreaterThan(3);
  });
});

it('Markdown: names what each fix is for, without markup of the site', async () => {
  const text = await written('markdown', hostile());
  expect(text).toMatch(/\*\*Exact software versions are disclosed\*\*\n\n- Server: nginx\/1\.1 [^\n]*\n\n```/u);
  expect(text.replaceAll(/^(`{3,})[^]*?^\1$/gmu, '')).not.toMatch(/<img/u);
});

it('JUnit: every case appears once, and the counts match the cases', async () => {
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

it('JUnit: no case of a provisional report passes or fails', async () => {
  const at = site();
  if (!at.ok) throw new Error('no report');
  const seen = { page: 'challenge', reason: 'a challenge of Cloudflare' };
  const xml = await written('junit', { ...at, report: { ...at.report, provisional: true, seen } });
  expect(xml).toMatch(/ failures="0" errors="0" skipped="(?<count>\d+)"/u);
  expect(xml).not.toContain('<failure');
  expect([...xml.matchAll(/<testcase [^>]*\/>/gu)]).toEqual([]);
  expect(xml).toContain('<skipped message="the report is provisional: a challenge of Cloudflare"/>');
});

// JUnit.xsd of Ant: `use="required"`; junit-10.xsd of Jenkins' xUnit plugin requires fewer.
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

it.each(['csv', 'text', 'markdown'] as const)('%s says which checks were not made', async (format) => {
  const [one, other] = [site(), hostile()];
  const missed = [one, other].map((result) => (result.ok ? notAssessedIn(result.report) : []));
  expect(missed[0]?.length).toBeGreaterThan(3);
  const text = await written(format, one, other);
  if (format !== 'csv') {
    for (const { length } of missed) expect(text).toContain(`${length} not assessed`);
    return;
  }
  const rows = parseCsv<Record<string, string>>(text, { columns: true });
  const unknown = rows.filter(({ status }) => status === 'unknown');
  expect(unknown.map(({ check, note, deduction }) => [check, note, deduction])).toEqual(
    missed.flat().map(({ id, note }) => [id, note, '0']),
  );
});

it('Markdown lists remarks', async () => {
  const storage = [{ origin: 'https://example.test', area: 'local', key: 'auth', bytes: 90, looks: 'jwt' }] as const;
  const text = await written('markdown', site({ browser: browserOf({ storage: [...storage] }) }));
  expect(text).toMatch(
    /<summary>Remarks, which cost no points \(\d+\)<\/summary>\n\n(?:- .*\n)*- Token in storage.*\(`browser\/exposed-tokens`\)/u,
  );
});

it('HTML shows a remark as one, with its note and evidence, and not among what is right', async () => {
  const storage = [{ origin: 'https://example.test', area: 'local', key: 'auth', bytes: 90, looks: 'jwt' }] as const;
  const html = await written('html', site({ browser: browserOf({ storage: [...storage] }) }));
  expect(html).toContain(
    '<div class="f remark"><strong>Token in storage that scripts can read</strong> <span class="m">remark, browser/exposed-tokens</span>',
  );
  expect(html).toMatch(/<p>No points are deducted[^<]*<\/p><ul class="m"><li>localStorage “auth”<\/li>/u);
  expect([...html.matchAll(/<p class="ok">([^<]*)/gu)].join(' ')).not.toContain('Token in storage');
});

describe('the inventory of scripts (PCI DSS 6.4.3 and 11.6.1)', () => {
  const hash = 'B'.repeat(64);
  const visited = (text: string) =>
    site({
      browser: browserOf({
        headers: [['content-security-policy', `default-src 'self' ${text}`]],
        requests: [requestTo('https://cdn.other.test/x.js', { type: 'script' })],
        scripts: [
          scriptFrom('https://cdn.other.test/x.js', { sha384: hash, bytes: 321, by_url: `https://a.test/${text}` }),
          scriptFrom('https://example.test/', { kind: 'inline', party: 'same-origin', sha384: '' }),
        ],
        forms: [{ action: null, method: 'post', password: false, card_fields: ['cc-number'], by_script: false }],
        trials: [policyTrial({ value: "default-src 'none'" })],
      }),
    });

  it.each(['html', 'markdown'] as const)('is in %s, with policies, headers and other sites', async (format) => {
    const text = (await written(format, visited('x'))).replaceAll(/&#(\d+);/gu, (_all, code: string) =>
      String.fromCharCode(Number(code)),
    );
    for (const part of [
      'Scripts that ran on /, which accepts card data: 2',
      'Written justification',
      '://cdn.other.test/x.js',
      'file, 321 bytes, loaded by https://a.test/x',
      hash,
      'unreadable',
      'Security headers of /',
      "default-src 'self' x",
      'Policies tested on /',
      "default-src 'none'",
      'Other sites contacted',
    ])
      expect(text).toContain(part);
  });

  it.each(['html', 'markdown'] as const)('carries no markup of the site into %s', async (format) => {
    const text = await written(format, visited('<img src=x onerror=alert(1)> | @team\u001b[2J'));
    expect(text).not.toContain('<img');
    expect(text).not.toContain('\u001b');
  });

  it.each(['html', 'markdown'] as const)('is absent from %s if no browser visited', async (format) => {
    expect(await written(format, site())).not.toContain('Scripts that ran');
  });
});
