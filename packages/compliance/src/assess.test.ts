import { describe, expect, it } from 'vitest';
import { result, row } from '../test/results.ts';
import { assess, type AssessmentOptions, type AssessmentRow } from './assess.ts';
import { NOTHING_OBSERVED } from './condition.ts';
import type { Result } from './result.ts';
import { ROW_STATES } from './row-state.ts';
import { stateLabel, whyCounted } from './wording.ts';

const PCI = 'pci-dss-4.0.1';
const ISO = 'iso27001-2022';
const nothing = { nothing_to_check: true };

describe('the state of a row', () => {
  it.each<[string, Result[], string, string, AssessmentOptions, AssessmentRow['state']]>([
    ['OWASP lists the CWE', [result('missing', ['clickjacking'])], 'owasp-top10-2021', 'A04', {}, 'gap'],
    [
      'framing of data, not of a page',
      [result('missing', ['data-framing'])],
      'owasp-top10-2025',
      'A06',
      {},
      'not assessed',
    ],
    [
      'card data in clear',
      [result('bad', ['card-form-http'])],
      PCI,
      '4.2.1',
      { scope: { card_data: 'own_page' } },
      'gap',
    ],
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
    expect(seen.reason).toBe('a gap if card numbers are sent over this connection');
    expect(stateLabel(seen)).toBe('Observation: 1 issue');
  });

  it('says under which condition a clear row applies, unless that is known', () => {
    const clear = (options: AssessmentOptions, more: Result[] = []) =>
      row([result('good', ['tls-obsolete']), ...more], PCI, '4.2.1', options);
    const reason = 'applies only if card numbers are sent over this connection';
    expect(clear({})).toMatchObject({ state: 'no issue observed', reason });
    expect(clear({}, [result('good', ['form-http'], nothing)])).toMatchObject({ state: 'nothing to look at', reason });
    expect(clear({ scope: { card_data: 'own_page' } })).toMatchObject({ state: 'no issue observed', reason: null });
    expect(row([result('good', ['tls-obsolete'])], ISO, 'A.8.24').reason).toBeNull();
  });

  it('says why a row does not apply: its condition, and what was declared', () => {
    const seen = row([result('bad', ['tls-obsolete'])], PCI, '4.2.1', { scope: { card_data: 'redirect' } });
    expect(seen.reason).toBe(
      'applies only if card numbers are sent over this connection; declared: card data is entered on a page of the payment provider',
    );
  });

  it('says what decided a condition: a field on the page before what is declared', () => {
    const observed = { ...NOTHING_OBSERVED, payment_fields: ['input autocomplete="cc-number"'] };
    const because = (options: AssessmentOptions) =>
      row([result('bad', ['tls-obsolete'])], PCI, '4.2.1', options).checks[0]?.because;
    expect(because({ scope: { card_data: 'redirect' }, observed })).toBe(
      'seen on the page: input autocomplete="cc-number"',
    );
    expect(because({ scope: { card_data: 'own_page' } })).toBe('declared: card data is entered on the site’s own page');
    expect(because({})).toBeNull();
  });

  it('takes the GDPR out of scope by declaration alone, not against what the page shows', () => {
    const scope = { personal_data: false };
    const state = (observed: AssessmentOptions['observed']) =>
      row([result('good', ['tls-obsolete'])], 'gdpr-art32', '32(1)(a)', { scope, ...(observed && { observed }) }).state;
    expect(state(NOTHING_OBSERVED)).toBe('not applicable');
    expect(state({ ...NOTHING_OBSERVED, login_forms: ['form'] })).not.toBe('not applicable');
    expect(state({ ...NOTHING_OBSERVED, payment_frames: ['frame'] })).not.toBe('not applicable');
    expect(state({ ...NOTHING_OBSERVED, personal_fields: ['input type="email"'] })).not.toBe('not applicable');
    expect(state({ ...NOTHING_OBSERVED, tracking: ['Google (analytics)'] })).not.toBe('not applicable');
  });

  it('is no clear one where a check remarked something that costs no points', () => {
    const remarked = result('good', ['js-vulnerable'], { remark: true });
    const seen = row([remarked], PCI, '6.3.3', { scope: { card_data: 'own_page' } });
    expect(seen.state).toBe('observation');
    expect(stateLabel(seen)).toBe('Observation: remarks only');
    expect(row([{ ...remarked, remark: false }], PCI, '6.3.3').state).toBe('no issue observed');
  });

  it('is no clear one where a remark is about its subject, though the framework does not name its weakness', () => {
    const issue = row([result('bad', ['token-exposed']), result('good', ['cookie-no-httponly'])], ISO, 'A.8.12');
    const remark = row(
      [result('good', ['token-exposed'], { remark: true }), result('good', ['cookie-no-httponly'])],
      ISO,
      'A.8.12',
    );
    expect([issue.state, remark.state]).toEqual(['observation', 'observation']);
  });

  it('names every check behind it, by its outcome', () => {
    const seen = row([result('bad', ['tls-obsolete'], { title: 'TLS 1.0 accepted' })], ISO, 'A.8.24');
    expect(seen.checks).toMatchObject([{ id: 'any/tls-obsolete', title: 'TLS 1.0 accepted', status: 'bad' }]);
  });

  it('fails for a gap alone', () => {
    const printed = ROW_STATES.map((state) => stateLabel({ state, issues: 2, checks_run: 3, checks: [] }));
    expect(printed.filter((label) => label.startsWith('Fail'))).toHaveLength(1);
  });

  it('counts as failures only the issues that decide, and says which do not', () => {
    const issues = [result('bad', ['tls-obsolete']), result('bad', ['cert-expired']), result('weak', ['tls-no-fs'])];
    const seen = row(issues, PCI, '4.2.1', { scope: { card_data: 'own_page' } });
    expect(stateLabel(seen)).toBe('Fail: 2 issues observed');
    expect(seen.issues).toBe(3);
    expect(seen.checks.map(whyCounted).map((why) => why.startsWith('supporting only, if '))).toEqual([
      false,
      false,
      true,
    ]);
  });

  it('does not say "nothing" of a row where other checks looked at something', () => {
    const empty = result('good', ['password-http'], nothing);
    expect(stateLabel(row([empty], ISO, 'A.8.5'))).toBe('Nothing to look at');
    expect(stateLabel(row([empty, result('good', ['cookie-no-secure'])], ISO, 'A.8.5'))).toBe(
      'Nothing to look at in 1 of 2 checks',
    );
  });
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
