import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assess, type AssessmentOptions, type AssessmentRow } from './assess.ts';
import { NOTHING_OBSERVED } from './condition.ts';
import { ALL_FRAMEWORKS, FRAMEWORKS } from './frameworks.ts';
import { isIssue, type Result } from './result.ts';
import { ROW_STATES } from './row-state.ts';
import { CARD_DATA } from './scope.ts';
import { SUBJECTS } from './subjects.ts';
import { WEAKNESSES, type WeaknessName } from './weaknesses.ts';
import { stateLabel } from './wording.ts';

const NAMES = Object.keys(WEAKNESSES) as WeaknessName[];

/** One result of a check that looks for these weaknesses, the first of which an issue is a case of. */
function result(status: Result['status'], weaknesses: readonly WeaknessName[], more: Partial<Result> = {}): Result {
  return {
    id: `any/${weaknesses[0] ?? 'observation'}`,
    outcome: status,
    title: `${weaknesses[0]} ${status}`,
    status,
    severity: 'important',
    deduction: status === 'good' || status === 'unknown' ? 0 : 5,
    explanation: 'why',
    fix: null,
    note: null,
    evidence: [],
    weaknesses,
    nothing_to_check: false,
    ...more,
  };
}

function row(results: Result[], framework: string, control: string, options: AssessmentOptions = {}): AssessmentRow {
  const table = assess(results, options).frameworks.find((entry) => entry.framework.id === framework);
  const found = table?.rows.find((entry) => entry.control === control);
  if (!found) throw new Error(`no row ${framework} ${control}`);
  return found;
}

const PCI = 'pci-dss-4.0.1';
const ISO = 'iso27001-2022';
const nothing = { nothing_to_check: true };

describe('the state of a row', () => {
  it.each<[string, Result[], string, string, AssessmentOptions, AssessmentRow['state']]>([
    ['OWASP lists the CWE', [result('missing', ['clickjacking'])], 'owasp-top10-2021', 'A04', {}, 'gap'],
    ['by the text of a category', [result('missing', ['csp-missing'])], 'owasp-top10-2021', 'A05', {}, 'observation'],
    ['ISO only supports', [result('bad', ['cert-expired'])], ISO, 'A.8.24', {}, 'observation'],
    ['GDPR is weighed', [result('bad', ['cert-expired'])], 'gdpr-art32', '32(1)(a)', {}, 'observation'],
    ['PCI, nothing declared', [result('bad', ['tls-obsolete'])], PCI, '4.2.1', {}, 'observation'],
    ['PCI, own page', [result('bad', ['tls-obsolete'])], PCI, '4.2.1', { scope: { card_data: 'own_page' } }, 'gap'],
    [
      'PCI, card numbers elsewhere',
      [result('bad', ['tls-obsolete'])],
      PCI,
      '4.2.1',
      { scope: { card_data: 'redirect' } },
      'not applicable',
    ],
    [
      'the host is in scope all the same',
      [result('bad', ['tls-obsolete'])],
      PCI,
      '2.2.5',
      { scope: { card_data: 'redirect' } },
      'gap',
    ],
    [
      'no card data',
      [result('bad', ['tls-obsolete'])],
      PCI,
      '2.2.5',
      { scope: { card_data: 'none' } },
      'not applicable',
    ],
    [
      'no card data declared, but card fields on the page',
      [result('bad', ['tls-obsolete'])],
      PCI,
      '4.2.1',
      { scope: { card_data: 'none' }, observed: { ...NOTHING_OBSERVED, payment_fields: ['input cc-number'] } },
      'gap',
    ],
    [
      'fields in a frame of the provider: card numbers do not cross this connection',
      [result('bad', ['tls-obsolete'])],
      PCI,
      '4.2.1',
      { observed: { ...NOTHING_OBSERVED, payment_frames: ['frame js.stripe.com'] } },
      'observation',
    ],
    [
      'but the page around them is a payment page',
      [result('weak', ['sri-missing'])],
      PCI,
      '6.4.3',
      { observed: { ...NOTHING_OBSERVED, payment_frames: ['frame js.stripe.com'] } },
      'observation',
    ],
    [
      'no card data declared, but a frame for it on the page',
      [result('bad', ['tls-obsolete'])],
      PCI,
      '2.2.5',
      { scope: { card_data: 'none' }, observed: { ...NOTHING_OBSERVED, payment_frames: ['frame js.stripe.com'] } },
      'gap',
    ],
    [
      'no personal data',
      [result('bad', ['tls-obsolete'])],
      'gdpr-art32',
      '32(1)(a)',
      { scope: { personal_data: false } },
      'not applicable',
    ],
    [
      'DMARC none never fails 5.4.1',
      [result('weak', ['dmarc-none'])],
      PCI,
      '5.4.1',
      { scope: { card_data: 'own_page' } },
      'observation',
    ],
    [
      'a login form over http',
      [result('bad', ['password-http'])],
      PCI,
      '8.3.2',
      { observed: { ...NOTHING_OBSERVED, login_forms: ['form'] } },
      'gap',
    ],
    [
      'no https at all',
      [result('missing', ['http-no-redirect']), result('good', ['password-http'], nothing)],
      ISO,
      'A.5.17',
      {},
      'observation',
    ],
    ['no login form', [result('good', ['password-http'], nothing)], ISO, 'A.5.17', {}, 'nothing to look at'],
    [
      'one of two had nothing to look at',
      [result('good', ['password-http'], nothing), result('good', ['cookie-no-secure'])],
      ISO,
      'A.8.5',
      {},
      'nothing to look at',
    ],
    [
      'one of two could not be made',
      [result('unknown', ['password-http']), result('good', ['cookie-no-secure'])],
      ISO,
      'A.8.5',
      {},
      'not assessed',
    ],
    [
      'all made and clear',
      [result('good', ['password-http']), result('good', ['cookie-no-secure'])],
      ISO,
      'A.8.5',
      {},
      'no issue observed',
    ],
    [
      'a check that found something else is behind the row too',
      [result('weak', ['cors-reflect-public', 'cors-reflect-credentials'])],
      ISO,
      'A.8.3',
      {},
      'observation',
    ],
    [
      'background alone never makes a row clear',
      [result('good', ['cert-expiring'])],
      PCI,
      '4.2.1.1',
      {},
      'not assessed',
    ],
    ['nothing ran', [], ISO, 'A.8.24', {}, 'not assessed'],
  ])('%s', (_name, results, framework, control, options, state) => {
    expect(row(results, framework, control, options).state).toBe(state);
  });

  it('says what an open gap depends on', () => {
    const seen = row([result('bad', ['tls-obsolete'])], PCI, '4.2.1');
    expect(seen.reason).toBe('a gap if card numbers cross this connection');
    expect(stateLabel(seen)).toBe('Observation: 1 issue');
  });

  it('says what decided a condition: a field on the page before what is declared', () => {
    const observed = { ...NOTHING_OBSERVED, payment_fields: ['input autocomplete="cc-number"'] };
    const because = (options: AssessmentOptions) =>
      row([result('bad', ['tls-obsolete'])], PCI, '4.2.1', options).checks[0]?.because;
    expect(because({ scope: { card_data: 'redirect' }, observed })).toBe(
      'seen on the page: input autocomplete="cc-number"',
    );
    expect(because({ scope: { card_data: 'own_page' } })).toBe('declared: card data is taken on the site’s own page');
    expect(because({})).toBeNull();
  });

  it('takes the GDPR out of scope by declaration alone, not against what the page shows', () => {
    const scope = { personal_data: false };
    const state = (observed: AssessmentOptions['observed']) =>
      row([result('good', ['tls-obsolete'])], 'gdpr-art32', '32(1)(a)', { scope, ...(observed && { observed }) }).state;
    expect(state(NOTHING_OBSERVED)).toBe('not applicable');
    expect(state({ ...NOTHING_OBSERVED, login_forms: ['form'] })).not.toBe('not applicable');
    expect(state({ ...NOTHING_OBSERVED, payment_frames: ['frame'] })).not.toBe('not applicable');
  });

  it('is no clear one where a check remarked something that costs no points', () => {
    const remarked = result('good', ['js-vulnerable'], { id: 'page_analysis/vulnerable-library', outcome: 'guessed' });
    const seen = row([remarked], PCI, '6.3.3', { scope: { card_data: 'own_page' } });
    expect(seen.state).toBe('observation');
    expect(stateLabel(seen)).toBe('Observation: remarks only');
    expect(row([{ ...remarked, outcome: 'good' }], PCI, '6.3.3').state).toBe('no issue observed');
  });

  it('names every check behind it, by its outcome', () => {
    const seen = row([result('bad', ['tls-obsolete'], { title: 'TLS 1.0 accepted' })], ISO, 'A.8.24');
    expect(seen.checks).toMatchObject([{ id: 'any/tls-obsolete', title: 'TLS 1.0 accepted', status: 'bad' }]);
  });

  it('fails for a gap alone', () => {
    const printed = ROW_STATES.map((state) => stateLabel({ state, issues: 2, checks_run: 3, checks: [] }));
    expect(printed.filter((label) => label.startsWith('Fail'))).toEqual(['Fail: 2 issues observed']);
  });
});

const anyResult: fc.Arbitrary<Result> = fc
  .record({
    status: fc.constantFrom<Result['status']>('good', 'missing', 'weak', 'warn', 'bad', 'unknown'),
    weaknesses: fc.uniqueArray(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 4 }),
    nothing: fc.boolean(),
    id: fc.integer({ min: 0, max: 999 }),
  })
  .map(({ status, weaknesses, nothing: empty, id }) =>
    result(status, weaknesses, { id: `any/${id}`, nothing_to_check: status === 'good' && empty }),
  );
const anyScope = fc.record(
  { card_data: fc.constantFrom(...CARD_DATA), personal_data: fc.boolean() },
  { requiredKeys: [] },
);
const anyObserved = fc.record({
  login_forms: fc.constantFrom([], ['form']),
  payment_fields: fc.constantFrom([], ['cc-number']),
  payment_frames: fc.constantFrom([], ['frame']),
});

describe('over random reports', () => {
  it('no row is clear when a check behind it found something, was not made or had nothing to look at', () => {
    fc.assert(
      fc.property(fc.array(anyResult, { maxLength: 25 }), anyScope, anyObserved, (results, scope, observed) => {
        for (const { framework, rows } of assess(results, { scope, observed, frameworks: ALL_FRAMEWORKS }).frameworks) {
          for (const { control, state, checks } of rows) {
            const where = `${framework.id} ${control}`;
            if (state === 'no issue observed') {
              const speaking = checks.filter(({ use }) => use !== 'context');
              expect(speaking.length, where).toBeGreaterThan(0);
              expect(
                checks.filter((check) => isIssue(check) && check.applies !== false),
                where,
              ).toEqual([]);
              const idle = speaking.filter((check) => check.status === 'unknown' || check.nothing_to_check);
              expect(
                idle.filter(({ applies }) => applies !== false),
                where,
              ).toEqual([]);
            }
            if (state === 'gap') {
              const deciding = checks.filter(
                (check) => isIssue(check) && check.use === 'gap' && check.applies === true,
              );
              expect(deciding.length, where).toBeGreaterThan(0);
            }
          }
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('no row is clear beside a finding of what its control is about', () => {
    fc.assert(
      fc.property(fc.array(anyResult, { maxLength: 10 }), anyScope, anyObserved, (results, scope, observed) => {
        for (const framework of ALL_FRAMEWORKS) {
          const assessed = assess(results, { scope, observed, frameworks: [framework] }).frameworks[0];
          for (const { control, state, checks } of assessed?.rows ?? []) {
            const about =
              framework.controls[control]?.about.flatMap((subject): string[] => [...SUBJECTS[subject]]) ?? [];
            const found = results.filter((entry) => isIssue(entry) && about.includes(entry.weaknesses[0] ?? ''));
            expect(checks.map(({ id }) => id)).toEqual(expect.arrayContaining(found.map(({ id }) => id)));
            if (found.length > 0) expect(['no issue observed', 'nothing to look at'], control).not.toContain(state);
          }
        }
      }),
      { numRuns: 200 },
    );
  });

  it('every finding is behind a row of each framework that speaks of its weakness', () => {
    fc.assert(
      fc.property(fc.array(anyResult, { maxLength: 10 }), (results) => {
        const { frameworks } = assess(results);
        for (const { status, weaknesses, id } of results) {
          if (!isIssue({ status })) continue;
          for (const [index, framework] of FRAMEWORKS.entries()) {
            const [found] = weaknesses as WeaknessName[];
            for (const { control } of (found && framework.weaknesses[found]) ?? []) {
              const behind = frameworks[index]?.rows.find((entry) => entry.control === control);
              expect(behind?.checks.map((check) => check.id)).toContain(id);
            }
          }
        }
      }),
    );
  });
});

describe.each(ALL_FRAMEWORKS.map((framework) => ({ id: framework.id, framework })))('$id', ({ framework }) => {
  const reached = (control: string): Set<string> => {
    const states = new Set<string>();
    const names = NAMES.filter((name) =>
      framework.weaknesses[name]?.some((reference) => reference.control === control),
    );
    const scopes = [{}, ...CARD_DATA.map((card_data) => ({ card_data })), { personal_data: false }];
    for (const status of ['good', 'bad', 'unknown'] as const)
      for (const nothing_to_check of status === 'good' ? [false, true] : [false])
        for (const scope of scopes)
          for (const login_forms of [[], ['form']])
            // All of its weaknesses, each alone, and each behind an issue of another kind.
            for (const looked of [
              names.map((name) => [name]),
              ...names.map((name) => [[name]]),
              names.map((name) => ['informational' as const, name]),
            ]) {
              const results = looked.map((weaknesses) => result(status, weaknesses, { nothing_to_check }));
              const observed = { ...NOTHING_OBSERVED, login_forms };
              states.add(row(results, framework.id, control, { scope, observed, frameworks: [framework] }).state);
            }
    return states;
  };

  it.each(Object.entries(framework.controls).map(([control, { reach }]) => [control, reach] as const))(
    '%s reaches every state it should',
    (control, reach) => {
      const states = reached(control);
      expect(states).toContain('not assessed');
      expect(states.has('not applicable')).toBe(framework.notApplicable !== undefined);
      if (reach === 'none') {
        expect([...states].filter((state) => state !== 'not applicable')).toEqual(['not assessed']);
        return;
      }
      expect(states).toContain('observation');
      expect(states).toContain('no issue observed');
      expect(states).toContain('nothing to look at');
      // A gap where some weakness is one, under a condition that can be known.
      const knowable = NAMES.flatMap((name) => framework.weaknesses[name] ?? []).some(
        ({ control: of, use, when }) =>
          of === control && use === 'gap' && !['ADMIN', 'OWN', 'MAIL', 'PHI'].includes(when ?? ''),
      );
      expect(states.has('gap')).toBe(knowable);
    },
  );
});

it('counts, sorts and groups the findings', () => {
  const seen = assess([
    result('missing', ['referrer-missing'], { severity: 'minor', deduction: 2 }),
    result('missing', ['csp-missing'], { severity: 'critical', deduction: 20 }),
    result('missing', ['clickjacking'], { deduction: 3 }),
    result('missing', ['nosniff-missing'], { deduction: 5 }),
    result('unknown', ['caa-missing']),
    result('good', ['permissions-missing']),
  ]);
  expect(seen).toMatchObject({ checks_total: 6, checks_run: 5, checks_not_assessed: 1, issues: 4 });
  expect(seen.remediation.map((group) => [group.severity, group.findings.map((entry) => entry.weaknesses[0])])).toEqual(
    [
      ['critical', ['csp-missing']],
      ['important', ['nosniff-missing', 'clickjacking']],
      ['minor', ['referrer-missing']],
    ],
  );
});
