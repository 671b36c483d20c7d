import { describe, expect, it } from 'vitest';
import { assess, type AssessmentRow } from './assess.ts';
import { CWE_NAMES } from './cwe.ts';
import { FRAMEWORKS } from './frameworks.ts';
import { referencesTo } from './references.ts';
import { weaknessesOf, weaknessOfStatus } from './check-map.ts';
import type { Result } from './result.ts';
import { WEAKNESSES } from './weaknesses.ts';
import { DISCLAIMER, SHORT_DISCLAIMER, stateLabel } from './wording.ts';

/** Which category lists a CWE that is used here: "List of Mapped CWEs" of OWASP's own pages. */
const LISTED_2021: Readonly<Record<string, readonly number[]>> = {
  A01: [201, 497, 1275],
  A02: [296, 319, 324, 326, 327, 328, 523, 757],
  A04: [525, 598, 1021],
  A05: [614, 942, 1004],
  A06: [1104],
  A07: [290, 297, 300],
  A08: [345, 353, 565, 829],
};
const LISTED_2025: Readonly<Record<string, readonly number[]>> = {
  A01: [201, 497, 1275],
  A02: [489, 614, 942, 1004],
  A03: [1104, 1395],
  A04: [296, 319, 324, 326, 327, 328, 523, 757],
  A06: [525, 598, 693, 1021, 1022],
  A07: [290, 297, 299, 300],
  A08: [345, 353, 565, 829],
};

const check = (id: string, status: Result['status'], more: Partial<Result> = {}): Result => ({
  id,
  outcome: status,
  title: id,
  weaknesses:
    status === 'good' || status === 'unknown'
      ? weaknessesOf(id)
      : [weaknessOfStatus(id, status)].flatMap((name) => name ?? []),
  nothing_to_check: false,
  status,
  severity: 'important',
  deduction: status === 'good' || status === 'unknown' ? 0 : 5,
  explanation: 'why',
  fix: null,
  note: null,
  evidence: [],
  ...more,
});

function row(checks: Result[], framework: string, control: string, scope = {}): AssessmentRow {
  const table = assess(checks, scope).frameworks.find((entry) => entry.framework.id === framework);
  const found = table?.rows.find((entry) => entry.control === control);
  if (!found) throw new Error(`no row ${framework} ${control}`);
  return found;
}

describe('assess', () => {
  it('counts an issue against the control of the weakness', () => {
    const seen = row([check('headers/x-frame-options', 'missing')], 'owasp-top10-2021', 'A04');
    expect(seen).toMatchObject({ state: 'issues observed', checks_run: 1, issues: 1 });
    expect(stateLabel(seen)).toBe('Fail: 1 issue observed');
  });

  it('says "no issue observed" with the number of checks, never that a control is met', () => {
    const seen = row(
      [check('headers/x-content-type-options', 'good'), check('headers/permissions-policy', 'good')],
      'owasp-top10-2025',
      'A02',
    );
    expect(stateLabel(seen)).toBe('No issue observed (2 checks)');
  });

  it('does not count what could not be looked at', () => {
    const seen = row([check('headers/x-content-type-options', 'unknown')], 'owasp-top10-2021', 'A05');
    expect(seen).toMatchObject({ state: 'not assessed', checks_run: 0, issues: 0 });
    expect(seen.checks).toHaveLength(1);
  });

  it('never assesses what no scan from outside can see, whatever was found', () => {
    const everything = Object.keys(WEAKNESSES).map((name) => check(`any/${name}`, 'bad', { weaknesses: [name] }));
    for (const { framework, rows } of assess(everything).frameworks) {
      const controls = FRAMEWORKS.find(({ id }) => id === framework.id)?.controls ?? {};
      for (const entry of rows) {
        if (controls[entry.control]?.reach === 'none') {
          expect(entry, `${framework.id} ${entry.control}`).toMatchObject({ state: 'not assessed', checks_run: 0 });
        }
      }
    }
    expect(row(everything, 'owasp-top10-2021', 'A03').state).toBe('not assessed');
    expect(row(everything, 'owasp-top10-2025', 'A09').state).toBe('not assessed');
    expect(row(everything, 'pci-dss-4.0.1', '11.3.2').state).toBe('not assessed');
    expect(row(everything, 'gdpr-art32', '32(1)(d)').state).toBe('not assessed');
  });

  it('an empty scan assesses nothing', () => {
    const states = assess([]).frameworks.flatMap(({ rows }) => rows.map((entry) => entry.state));
    expect(new Set(states)).toEqual(new Set(['not assessed']));
  });

  it.each([
    ['pci-dss-4.0.1', '2.2.6', { cardData: false }],
    ['gdpr-art32', '32(1)(b)', { personalData: false }],
  ])('%s is not applicable when declared out of scope', (framework, control, scope) => {
    const checks = [check('headers/x-content-type-options', 'missing')];
    expect(row(checks, framework, control).state).toBe('issues observed');
    expect(row(checks, framework, control, scope).state).toBe('not applicable');
  });

  it('never counts an observation, which can find nothing, as a check without issue', () => {
    const observed = [check('page_analysis/external-dependencies', 'good'), check('dns/dkim', 'good')];
    const supply = row(observed, 'pci-dss-4.0.1', '6.4.3');
    expect(supply).toMatchObject({ state: 'not assessed', checks_run: 0, issues: 0 });
    expect(row(observed, 'pci-dss-4.0.1', '5.4.1').state).toBe('not assessed');
  });

  it('names the condition under which a PCI DSS reference applies', () => {
    const seen = row([check('headers/strict-transport-security', 'missing')], 'pci-dss-4.0.1', '4.2.1');
    expect(seen.checks[0]?.basis).toBe('if card numbers cross this connection');
  });

  it('groups the remediation plan by severity, the costliest first', () => {
    const { remediation } = assess([
      check('headers/referrer-policy', 'missing', { severity: 'minor', deduction: 2 }),
      check('headers/content-security-policy', 'missing', { severity: 'critical', deduction: 20 }),
      check('headers/x-frame-options', 'missing', { severity: 'important', deduction: 3 }),
      check('headers/x-content-type-options', 'missing', { severity: 'important', deduction: 5 }),
      check('headers/permissions-policy', 'good'),
    ]);
    expect(remediation.map((group) => [group.severity, group.findings.map((entry) => entry.id)])).toEqual([
      ['critical', ['headers/content-security-policy']],
      ['important', ['headers/x-content-type-options', 'headers/x-frame-options']],
      ['minor', ['headers/referrer-policy']],
    ]);
  });
});

describe('the tables', () => {
  it('every reference of every weakness is a control of its framework', () => {
    const controls = new Map(FRAMEWORKS.map(({ id, controls: table }) => [id, table]));
    for (const [name, weakness] of Object.entries(WEAKNESSES)) {
      for (const { id } of FRAMEWORKS) {
        for (const { control } of referencesTo(id, weakness)) {
          expect(Object.keys(controls.get(id) ?? {}), `${name} → ${id}`).toContain(control);
        }
      }
    }
  });

  it('names every CWE that is used, and no other', () => {
    const used = new Set(Object.values(WEAKNESSES).flatMap(({ cwe }) => (cwe === null ? [] : [cwe.id])));
    expect(Object.keys(CWE_NAMES).map(Number)).toEqual([...used].toSorted((a, b) => a - b));
  });

  it('follows the lists of OWASP where the CWE fits, and the text of a category only where it does not', () => {
    for (const [name, { cwe, owasp2021, owasp2025 }] of Object.entries(WEAKNESSES)) {
      for (const [edition, entry, lists] of [
        ['2021', owasp2021, LISTED_2021],
        ['2025', owasp2025, LISTED_2025],
      ] as const) {
        if (entry === null || cwe === null) continue;
        const listed = Object.entries(lists).find(([, ids]) => ids.includes(cwe.id))?.[0];
        const expected = listed === undefined || cwe.fit === 'nearest' ? 'category-text' : 'cwe-list';
        expect(entry.basis, `${name} ${edition}`).toBe(expected);
        if (expected === 'cwe-list') expect(entry.control, `${name} ${edition}`).toBe(listed);
      }
    }
  });

  it('takes no CWE that MITRE prohibits for mapping, and never claims script injection', () => {
    const used = Object.values(WEAKNESSES).map((weakness) => weakness.cwe?.id);
    for (const prohibited of [2, 16, 79, 264, 310, 1032]) expect(used).not.toContain(prohibited);
  });

  // OWASP's own lists put these elsewhere than most crosswalks do.
  it.each([
    ['clickjacking', 'A04', 'A06'],
    ['cookie-no-secure', 'A05', 'A02'],
    ['cookie-samesite-absent', 'A01', 'A01'],
    ['cors-reflect-credentials', 'A05', 'A02'],
    ['server-version', 'A01', 'A01'],
    ['sri-missing', 'A08', 'A08'],
    ['hsts-missing', 'A02', 'A04'],
  ] as const)('%s is %s in 2021 and %s in 2025', (name, in2021, in2025) => {
    expect(WEAKNESSES[name].owasp2021?.control).toBe(in2021);
    expect(WEAKNESSES[name].owasp2025?.control).toBe(in2025);
  });

  it('a reachable control is one that some weakness refers to', () => {
    for (const { id, controls } of FRAMEWORKS) {
      const referred = new Set(
        Object.values(WEAKNESSES).flatMap((weakness) =>
          referencesTo(id, weakness)
            .filter(({ use }) => use !== 'context')
            .map(({ control }) => control),
        ),
      );
      const reachable = Object.entries(controls).filter(([, control]) => control.reach === 'partial');
      expect(reachable.map(([number]) => number).filter((number) => !referred.has(number))).toEqual([]);
    }
  });
});

describe('wording', () => {
  it('never claims compliance, certification or a pass', () => {
    const printed = JSON.stringify({ FRAMEWORKS, WEAKNESSES, DISCLAIMER, SHORT_DISCLAIMER });
    expect(printed).not.toMatch(/\bcompliant\b|\bcertified\b|\bcertifies\b|\bpass(ed|es)?\b|\bmeets\b/i);
  });
});
