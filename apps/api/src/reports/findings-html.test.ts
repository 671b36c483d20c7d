import { assessReport } from '@palisade/scanner/assess-report';
import { expect, it } from 'vitest';
import { REPORT } from '../../test/running-api.ts';
import { findingsHtml } from './findings-html.ts';

const withNote = (note: string) => {
  const [name, entry] = Object.entries(REPORT.headers)[0] ?? [];
  if (!name || !entry) throw new Error('a report has headers');
  return { ...REPORT, headers: { [name]: { ...entry, note } } };
};

it.each([
  ['an element', '<script>alert(1)</script>', '&lt;script&gt;alert(1)&lt;/script&gt;'],
  ['a bidirectional override', 'a\u202eb', 'a\\u{202E}b'],
  ['letters of any script', 'şirket मेपल שלום 🚀', 'şirket मेपल שלום 🚀'],
])('%s in a note is text', (_what, note, shown) => {
  expect(findingsHtml(withNote(note))).toContain(`<p>${shown}</p>`);
});

it('says that a grade is provisional and that a score is capped', () => {
  const html = findingsHtml({
    ...REPORT,
    provisional: true,
    seen: { page: 'challenge', reason: 'A challenge was answered.' },
    score_caps: [{ check: 'tls/certificate-trust', max_score: 49, reason: 'Issuer unknown' }],
  });
  expect(html).toContain('<strong>Provisional grade. A challenge was answered.</strong>');
  expect(html).toContain('The score cannot exceed 49 because of: Issuer unknown.');
  expect(findingsHtml(REPORT)).not.toMatch(/Provisional|capped/);
});

it('names what was not assessed, and the checks behind each control', () => {
  const html = findingsHtml(REPORT, assessReport(REPORT, { frameworks: ['pci-dss-4.0.1'] }));
  const unmade = Object.values(REPORT.tls.checks).find(({ status }) => status === 'unknown');
  expect(unmade).toBeDefined();
  expect(html).toContain(`<td>${unmade?.title} (${unmade?.id})</td><td>Not assessed: `);
  expect(html).toMatch(/<td>4\.2\.1<\/td>.*<td>[^<]*tls\/[a-z-]+ \(not assessed\)/);
});

it('lists remarks with their note and evidence', () => {
  const id = 'browser/exposed-tokens';
  const check = { ...REPORT.tls.checks[0], id, outcome: 'storage', title: 'Token in storage', status: 'good' as const };
  const seen = { ...REPORT.tls, checks: [{ ...check, note: 'Costs <nothing>.', evidence: ['localStorage “auth”'] }] };
  const html = findingsHtml({ ...REPORT, tls: seen as typeof REPORT.tls });
  expect(html).toContain(
    `<td>Token in storage (${id})</td><td>Costs &lt;nothing&gt;.</td><td>localStorage “auth”</td>`,
  );
});

it('prints the condition of a row, why it is not applicable, and what the scores leave out', () => {
  const frameworks = ['pci-dss-4.0.1'];
  const html = findingsHtml(REPORT, assessReport(REPORT, { frameworks }));
  expect(html).toMatch(
    /<td>6\.4\.3<\/td>.*<td>1: supporting only, if this is a payment page, or embeds one; [^<]*: background only, /u,
  );
  const outside = findingsHtml(REPORT, assessReport(REPORT, { frameworks, scope: { card_data: 'none' } }));
  expect(outside).toContain('<td>Not applicable (declared: this site handles no card data)</td>');
  expect(outside).toContain('It is not a penetration test, an ASV scan, an audit or legal advice.');
  expect(html).toMatch(/<p>The scores after each action leave out the (?:\d+ )?checks? that could not be completed\./u);
});
