import { describe, expect, it } from 'vitest';
import { expectInside } from '../test/inside.ts';
import { manyFindings } from '../test/many-findings.ts';
import { popplerMissing, readPdf, squeezed } from '../test/poppler.ts';
import { check, sampleReport } from '../test/sample-report.ts';
import { renderScanPdf } from './render.ts';

describe.skipIf(popplerMissing())('extreme reports', () => {
  const names = { serviceName: 'Palisade' };
  const cookies = (count: number) => Array.from({ length: count }, (_, index) => `cookie_${index}; Path=/; Secure`);

  it('0 findings', async () => {
    const clean = sampleReport();
    for (const entry of Object.values(clean.headers)) Object.assign(entry, { status: 'good', deduction: 0, fix: null });
    for (const [name, section] of Object.entries(clean)) {
      if (section !== null && typeof section === 'object' && 'checks' in section) {
        Object.assign(clean, { [name]: { checks: [check(`${name}/one`, `Only check of ${name}`)] } });
      }
    }
    const { text } = readPdf(await renderScanPdf({ ...clean, score: 100, grade: 'A+' }, names));
    expect(squeezed(text)).toContain(squeezed('No issue was observed in the 15 checks that ran.'));
  });

  it('300 findings and 500 cookies', async () => {
    const report = manyFindings(300);
    report.cookies = {
      ...report.cookies,
      checks: [check('cookies/secure', 'Cookies carry Secure', { status: 'bad', evidence: cookies(500) })],
    };
    const read = readPdf(await renderScanPdf(report, names));
    const { text, pages, fonts, outline } = read;
    expectInside(read);
    for (let index = 0; index < 300; index += 1) {
      expect(text).toContain(`Finding number ${index}`);
      // Printed only in the finding, so a lost block is detected.
      expect(text).toMatch(new RegExp(`remove item ${index}\\s`));
    }
    for (let index = 0; index < 500; index += 1) expect(text).toContain(`cookie_${index}; Path=/; Secure`);
    expect(outline).toMatch(/Findings[^]*Critical[^]*Finding number 0[^]*Minor/);
    pages.forEach((page, index) => expect(page).toContain(`Page ${index + 1} of ${pages.length}`));
    expect(fonts).not.toContain('Helvetica');
  });

  it('an internationalized host in both forms', async () => {
    const { pages } = readPdf(
      await renderScanPdf({ ...sampleReport(), url: 'https://xn--mnchen-3ya.example/' }, { serviceName: 'Palisade' }),
    );
    expect(pages[0]).toContain('xn--mnchen-3ya.example');
    expect(pages[0]).toContain('münchen.example');
  });

  it('an internationalized host with a character that no font has: not as another host', async () => {
    const { pages } = readPdf(
      await renderScanPdf({ ...sampleReport(), url: 'https://xn--i-7iq.example/' }, { serviceName: 'Palisade' }),
    );
    expect(pages[0]).toContain('i\\u{2764}.example');
    expect(pages[0]).not.toMatch(/^i\.example/m);
  });

  it('a right-to-left name with its full stop at its end, which is on the left', async () => {
    const preparedFor = 'شركة الأمان للتجارة (ذ.م.م.) 2024.';
    const { pages } = readPdf(await renderScanPdf(sampleReport(), { serviceName: 'Palisade', preparedFor }));
    expect(pages[0]).toMatch(/^\.2024/m);
  });

  it('a header value of 10 kB without a place to break, with control characters and right-to-left letters', async () => {
    const report = sampleReport();
    const entry = report.headers['Content-Security-Policy'];
    const value = `${'x'.repeat(10_000)}END\u0007\u202e שלום عربي`;
    if (entry) Object.assign(entry, { present: true, value, status: 'weak', note: `${'y'.repeat(400)} is long` });
    const read = readPdf(
      await renderScanPdf({ ...report, url: `https://${'a'.repeat(60)}.${'b'.repeat(60)}.example/` }, names),
    );
    const { text, fonts, pages } = read;
    expectInside(read);
    const all = squeezed(text);
    expect(all).toContain('END\\u{0007}\\u{202E}');
    expect(all).toContain('\\u{05E9}\\u{05DC}');
    expect(all).toContain('\\u{0639}');
    expect(all).not.toContain('x-x');
    expect(all).not.toMatch(/y-y/);
    expect(fonts).not.toContain('Helvetica');
    expect(pages.length).toBeLessThan(30);
  });

  it.each([
    ['شركة الأمثلة', /شركةالأمثلة/],
    ['חברת הדוגמה', /חברתהדוגמה/],
    ['\u202eexe.fdp', /exe\.fdp/],
    ['ทดสอบ น้ำ จำกัด', /ทดสอบ.*ด/],
    ['Công ty Trách nhiệm', /Côngty.*Tráchnhiệm/],
    ['Ελληνική Εταιρεία', /ΕλληνικήΕταιρεία/],
    ['주식회사 예시', /주식회사예시/],
    ['示例科技有限公司', /示例科技有限公司/],
    ['🚀 Maple 👩‍💻 Ltd', /PreparedforPreparedby(?:MapleLtd|Maple)/],
    ['W'.repeat(80), /W{20}/],
  ])('prepared for %s', async (preparedFor, expected) => {
    const report = { ...sampleReport(), headers: {}, fix_snippets: null };
    for (const section of ['tls', 'dns', 'cookies', 'page_analysis', 'security_txt'] as const)
      Object.assign(report, { [section]: { checks: [] } });
    const read = readPdf(await renderScanPdf(report, { preparedFor, serviceName: 'Palisade' }));
    const { pages, fonts } = read;
    expectInside(read);
    // Joined letters are extracted in their joined forms.
    expect(squeezed(pages[0] ?? '').normalize('NFKC')).toMatch(expected);
    expect(pages[0]).not.toMatch(/[\u202d\u202e\ufffd]/u);
    expect(fonts).not.toContain('Helvetica');
  });
});
