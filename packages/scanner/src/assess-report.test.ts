import { describe, expect, it } from 'vitest';
import { ALL_FRAMEWORKS } from '@palisade/compliance/frameworks';
import { assess } from '@palisade/compliance/assess';
import { CWE_NAMES } from '@palisade/compliance/cwe';
import { oneTimeColumn } from '@palisade/report/columns';
import { browserOf, requestTo } from '../test/browser-evidence.ts';
import { hop } from '../test/evidence.ts';
import { recordedSites, readRecorded } from '../test/recorded.ts';
import { assessReport } from './assess-report.ts';
import { CATALOG } from './catalog.ts';
import type { BrowserPage } from './evidence/browser.ts';
import { have } from './evidence/gathered.ts';
import { judge } from './judge.ts';

function stateOf(site: string, control: string): string | undefined {
  const { frameworks: assessed } = assessReport(judge(readRecorded(site).evidence, site), { frameworks });
  return assessed.flatMap(({ rows }) => rows).find((row) => row.control === control)?.state;
}

const frameworks = ALL_FRAMEWORKS.map(({ id }) => id);

// The column omits what only the assessment needs. An assessment of the column alone had no check behind any row.
it.each(recordedSites())('%s: the delivered report is assessed like the original', (site) => {
  const report = judge(readRecorded(site).evidence, site);
  const served = assessReport(oneTimeColumn(report), { frameworks });
  expect(served).toEqual(assessReport(report, { frameworks }));
  const rows = served.frameworks.flatMap((framework) => framework.rows);
  expect(rows.filter(({ checks }) => checks.length > 0).length).toBeGreaterThan(60);
  expect(served.findings.every(({ weaknesses }) => weaknesses.length > 0)).toBe(true);
});

describe('a row is not clear while it has a finding on its subject', () => {
  it.each([
    ['any site may read the page, and access to information is restricted', 'messy.test', 'A.8.3'],
    ['the page comes in clear text, and its integrity is kept on the way', 'messy.test', '(e)(2)(i)'],
    ['scripts come in clear text, and their integrity is kept on the way', 'mixed.test', '(e)(2)(i)'],
    ['no HSTS, and its integrity is kept on the way', 'bare.test', '(e)(2)(i)'],
    ['any site may frame the page, and access is controlled', 'bare.test', '(a)(1)'],
  ])('%s', (_what, site, control) => {
    expect(stateOf(site, control)).toBe('observation');
  });
});

describe('what a browser saw goes before what is declared', () => {
  const none = { scope: { card_data: 'none', personal_data: false } as const, frameworks };
  const { evidence } = readRecorded('bare.test');
  const form = { action: 'https://bare.test/', method: 'post', by_script: true } as const;
  const card = { ...form, password: false, card_fields: ['input autocomplete="cc-number"'] };
  const login = { ...form, password: true, card_fields: [] };
  const stripe = { url: 'https://js.stripe.com/v3/elements-inner-card.html', sandbox: null, allow: null };
  const states = (page: Partial<BrowserPage>) => {
    const visited = {
      ...evidence,
      browser: { ok: true as const, value: browserOf({}, { found: 'checkout', ...page }) },
    };
    const rows = assessReport(judge(visited, 'bare.test'), none).frameworks.flatMap((framework) => framework.rows);
    return ['4.2.1', '2.2.6', '32(1)(a)'].map((control) => rows.find((row) => row.control === control)?.state);
  };
  const away = 'not applicable';
  const here = expect.not.stringMatching(away);

  it.each<[string, Partial<BrowserPage>, unknown[]]>([
    ['nothing', {}, [away, away, away]],
    ['card fields', { forms: [card] }, [here, here, here]],
    ['fields of a provider', { frames: [{ ...stripe, party: 'cross-site' }] }, [away, here, here]],
    ['a login form', { forms: [login] }, [away, away, here]],
    [
      'tracking of visitors',
      { requests: [requestTo('https://www.google-analytics.com/g/collect')] },
      [away, away, here],
    ],
    ['a field for an address', { personal_fields: ['input type="email"'] }, [away, away, here]],
  ])('%s on the checkout page', (_what, page, expected) => {
    expect(states(page)).toEqual(expected);
  });
});

it('a password that is requested over plain http shows that users log in', () => {
  const { evidence } = readRecorded('bare.test');
  const challenge = hop({ url: 'http://bare.test/', status: 401, headers: [['WWW-Authenticate', 'Basic realm="x"']] });
  const asked = { ...evidence, plain_http: have({ hops: [challenge], end: 'answered' as const }) };
  const rows = assessReport(judge(asked, 'bare.test')).frameworks.flatMap((framework) => framework.rows);
  expect(rows.find((row) => row.control === '8.3.2')?.state).toBe('gap');
});

it('a page that is not the site shows nothing of its purpose', () => {
  const report = judge(readRecorded('bare.test').evidence, 'bare.test');
  const challenge = { ...report, seen: { page: 'challenge' as const, reason: 'a visitor check, not the site' } };
  expect([assessReport(report).observed.read, assessReport(challenge).observed.read]).toEqual([true, false]);
});

/** Weaknesses by MITRE's wording, and the controls whose wording covers them. Independent of our mapping tables. */
const BY_WORDS: readonly (readonly [weakness: RegExp, control: RegExp])[] = [
  [/cookie/i, /session cookies|cookies and banners|headers and cookies/i],
  [/cookie|cross-domain|rendered ui/i, /access control|access to information|access permissions|access restriction/i],
  [
    /cleartext|encryption strength|risky cryptographic|weak hash|downgrade|credentials/i,
    /transi[tm]|transmission|cryptograph|network services/i,
  ],
  [/transport of credentials/i, /authenticat/i],
  [/vulnerable third-party|unmaintained/i, /vulnerabilities in assets|known vulnerabilities|patch|outdated|libraries/i],
  [/third-party component|support for integrity check|untrusted control sphere/i, /supply chain|third-party/i],
  [/spoofing/i, /mail polic|phishing|DMARC/i],
];

describe('every fault of every check, in every framework', () => {
  const failing = CATALOG.flatMap(({ id, outcomes }) =>
    outcomes.flatMap(({ code, status, title, weakness, cwe }) =>
      status === 'good' || weakness === null ? [] : [{ id, code, status, title, weakness, cwe }],
    ),
  );

  it('a control whose wording covers the CWE is not clear', () => {
    const compared: string[] = [];
    for (const { id, code, status, title, weakness, cwe } of failing) {
      const result = {
        id,
        outcome: code,
        title,
        status,
        severity: 'important' as const,
        deduction: 1,
        explanation: '',
        fix: null,
        note: null,
        evidence: [],
        weaknesses: [weakness],
        nothing_to_check: false,
        remark: false,
      };
      const { frameworks: assessed } = assess([result], {
        scope: { card_data: 'own_page', personal_data: true },
        frameworks: ALL_FRAMEWORKS,
      });
      for (const { framework, rows } of assessed)
        for (const { control, title: subject, scope, state } of rows) {
          const words = BY_WORDS.filter(([of]) => of.test(CWE_NAMES[cwe ?? 0] ?? '')).map(([, of]) => of);
          if (!isWithinReach(framework.id, control)) continue;
          // OWASP does not cover DNS and mail. Other frameworks say so if they do.
          if (id.startsWith('dns/') && !/mail|DNS/.test(`${subject} ${scope}`)) continue;
          if (!words.some((of) => of.test(`${subject} ${scope}`))) continue;
          compared.push(control);
          expect(['gap', 'observation'], `${id} ${code} (${weakness}) at ${framework.id} ${control}`).toContain(state);
        }
    }
    expect(compared.length).toBeGreaterThan(500);
  });
});

function isWithinReach(framework: string, control: string): boolean {
  return ALL_FRAMEWORKS.find(({ id }) => id === framework)?.controls[control]?.reach === 'partial';
}
