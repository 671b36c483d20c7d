import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { WEAKNESSES, type WeaknessName } from '@palisade/compliance/weaknesses';
import { CHECK_SECTIONS } from '@palisade/report/check-sections';
import { isRemark } from '@palisade/report/remarks';
import { describe, expect, it } from 'vitest';
import type { AnyCheck, Outcome } from '../src/check.ts';
import { ALL_CHECKS } from '../src/checks/all.ts';

const CHECKS = fileURLToPath(new URL('../src/checks/', import.meta.url));
const PARSE = fileURLToPath(new URL('../src/parse/', import.meta.url));

const files = readdirSync(CHECKS, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && path.basename(name) !== 'all.ts')
  // A helper may be next to its callers. It defines no check and has no default export.
  .filter((name) => /\bdefineCheck\(|^export default/m.test(readFileSync(path.join(CHECKS, name), 'utf8')))
  .map((name) => ({ id: name.slice(0, -'.ts'.length).replaceAll(path.sep, '/'), file: path.join(CHECKS, name) }))
  .toSorted((a, b) => (a.id < b.id ? -1 : 1));

/** The id is the path, so this finds a file's definition. Loading the file as well would prove no more. */
const byId = new Map(ALL_CHECKS.map((check) => [check.id, check]));

describe('the folder and the list of checks', () => {
  it.each(files)('$id is registered', async ({ id, file }) => {
    const module = (await import(file)) as { default?: AnyCheck };
    expect(module.default?.id, 'the id is not the path').toBe(id);
    expect(byId.get(id), 'not in the all.ts of its folder').toBe(module.default);
  });
  it.each(files)('$id has a test next to it', ({ file }) => {
    expect(existsSync(file.replace(/\.ts$/, '.test.ts'))).toBe(true);
  });
  it('lists no check twice and no unknown check', () => {
    expect(ALL_CHECKS.map(({ id }) => id).toSorted()).toEqual(files.map(({ id }) => id));
  });
  it('contains a check for every section', () => {
    const sections = new Set(ALL_CHECKS.map(({ id }) => id.split('/')[0]));
    expect([...sections].toSorted()).toEqual(['headers', ...CHECK_SECTIONS].toSorted());
  });
});

describe.each(ALL_CHECKS.map((check) => ({ id: check.id, check })))('$id', ({ id, check }) => {
  const outcomes = Object.entries<Outcome>(check.outcomes);
  const faults = outcomes.filter(([, outcome]) => outcome.status !== 'good');

  it('is described', () => {
    expect(check.title).toMatch(/\S/);
    expect(check.why, 'one to three plain sentences').toMatch(/^\S[\s\S]{30,}[.!?]$/);
    expect(check.references.length).toBeGreaterThan(0);
    for (const reference of check.references) expect(URL.parse(reference)?.protocol).toBe('https:');
    expect(check.needs.length, 'names the evidence it reads').toBeGreaterThan(0);
  });

  it('names the weakness behind every fault, and behind a good outcome only if it is a remark', () => {
    for (const [key, { status, weakness }] of outcomes) {
      if (status !== 'good') expect(weakness, key).toBeDefined();
      else if (weakness !== undefined) expect(isRemark({ id, outcome: key, status }), key).toBe(true);
    }
  });

  it('gives remarks a note', () => {
    for (const [key, { status, weakness, note }] of outcomes)
      if (status === 'good' && weakness !== undefined)
        expect(note, key).toMatch(/^(?:For information only|No points are deducted)\b/u);
  });

  it('belongs to a section', () => {
    const section = id.split('/')[0];
    if (section === 'headers') expect(check.header?.toLowerCase()).toBe(id.split('/')[1]);
    else expect(check.header).toBeUndefined();
    // Redirect findings are identified by this word.
    expect(id.includes('redirect')).toBe(section === 'redirects');
  });

  it('has valid outcome weights', () => {
    expect(Number.isInteger(check.deduction) && check.deduction >= 0 && check.deduction <= 100).toBe(true);
    expect(outcomes.length).toBeGreaterThan(0);
    for (const [key, outcome] of outcomes) {
      const deduction = outcome.status === 'good' ? (outcome.deduction ?? 0) : (outcome.deduction ?? check.deduction);
      expect(Number.isInteger(deduction), key).toBe(true);
      if (outcome.status === 'good') expect(deduction, `${key}: good costs nothing`).toBe(0);
      else expect(deduction, `${key}: a fault costs points`).toBeGreaterThan(0);
      if (id.startsWith('browser/'))
        expect(outcome.cap, `${key}: a score must not depend on a browser`).toBeUndefined();
      expect(deduction, `${key}: the check's deduction must be the worst case`).toBeLessThanOrEqual(check.deduction);
      if (outcome.cap !== undefined) expect(outcome.status, `${key}: only a fault may cap the score`).not.toBe('good');
    }
    const worst = Math.max(0, ...faults.map(([, outcome]) => outcome.deduction ?? check.deduction));
    expect(worst, 'some outcome must cost the full deduction of the check').toBe(check.deduction);
  });

  it('deducts fully for a missing header', () => {
    for (const [key, { status, deduction }] of outcomes) {
      if (status === 'missing' && id.startsWith('headers/'))
        expect(deduction ?? check.deduction, key).toBe(check.deduction);
    }
  });

  // Texts that depend on the site come from `judge`: its file then contains `note` or `fix`. `judged` in evidence.ts,
  // which every check's test uses, ensures that none is missing.
  const judging = readFileSync(path.join(CHECKS, `${id}.ts`), 'utf8').split(/^ {2}judge\b/m)[1] ?? '';

  it('gives weak and warn a note', () => {
    for (const [key, { status, note, explanation }] of outcomes) {
      if (status !== 'weak' && status !== 'warn') continue;
      const says = note !== undefined || explanation !== undefined || /\bnotes?\b/.test(judging);
      expect(says, `${key} can end without an explanation of the fault`).toBe(true);
    }
  });

  it('has a test that reaches every outcome', () => {
    const test = readFileSync(path.join(CHECKS, `${id}.test.ts`), 'utf8');
    const unreached = outcomes.map(([key]) => key).filter((key) => !new RegExp(`['"\`]${key}['"\`]`).test(test));
    expect(unreached).toEqual([]);
  });

  it('has a fix for every fault', () => {
    if (faults.length > 0) expect(check.fix !== null || /\bfix\b/.test(judging)).toBe(true);
  });
});

describe('titles', () => {
  const every = ALL_CHECKS.flatMap((check) =>
    Object.entries<Outcome>(check.outcomes).map(([code, outcome]) => ({ where: `${check.id}: ${code}`, ...outcome })),
  );
  it('name the finding: no fault has the title of a good state', () => {
    const good = new Map(every.filter(({ status }) => status === 'good').map(({ title, where }) => [title, where]));
    const shared = every.filter(({ status, title }) => status !== 'good' && good.has(title));
    expect(shared.map(({ where, title }) => `${where} and ${good.get(title)}: ${title}`)).toEqual([]);
  });
  it('distinguish the faults of one check', () => {
    const named = every
      .filter(({ status }) => status !== 'good')
      .map(({ where, title }) => `${where.split(':')[0]}: ${title}`);
    expect(named.filter((name, index) => named.indexOf(name) !== index)).toEqual([]);
  });
  it('are short and not sentences', () => {
    for (const { where, title } of every) expect(title, where).toMatch(/^\S.{3,88}[^.\s]$/);
  });
});

it('every weakness belongs to an outcome', () => {
  const found = new Set(
    ALL_CHECKS.flatMap((check) => Object.values<Outcome>(check.outcomes).map(({ weakness }) => weakness)),
  );
  expect(Object.keys(WEAKNESSES).filter((name) => !found.has(name as WeaknessName))).toEqual([]);
});

describe('checks and parsers stay pure', () => {
  const sources = [CHECKS, PARSE].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map((name) => path.join(folder, name)),
  );
  it.each(sources.map((file) => [path.relative(path.dirname(CHECKS), file), file]))('%s', (_name, file) => {
    const text = readFileSync(file, 'utf8');
    expect(text).not.toMatch(/from '(?:node:|[^']*\/gather\/)/);
    expect(text).not.toMatch(/\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(/);
  });
});

it('what only a browser sees does not affect the score: it is good, and a remark for a finding (decision 40)', () => {
  for (const { id, outcomes } of ALL_CHECKS.filter((check) => check.id.startsWith('browser/')))
    for (const [outcome, { status }] of Object.entries<Outcome>(outcomes)) {
      expect(status, `${id} ${outcome}`).toBe('good');
      expect(isRemark({ id, outcome, status }), `${id} ${outcome}`).toBe(outcome !== 'good' && outcome !== 'none');
    }
});
