import { expect, it } from 'vitest';
import { datedFileName, pdfFileName } from './pdf-file-name.ts';

it.each([
  ['Palisade', 'example.com', 'palisade_example_com.pdf'],
  ['Site Guard!', 'www.example.co.uk', 'site_guard_www_example_co_uk.pdf'],
  ['Palisade', 'xn--mnchen-3ya.example', 'palisade_xn--mnchen-3ya_example.pdf'],
  ['Palisade', '[2001:db8::1]', 'palisade_2001_db8_1.pdf'],
  ['Palisade', '../../etc/passwd\r\nX: y', 'palisade_etc_passwd_x_y.pdf'],
  ['Müller & Citroën', 'example.com', 'muller_citroen_example_com.pdf'],
  ['株式会社', '', 'report_site.pdf'],
])('%s, %s → %s', (service, host, expected) => {
  expect(pdfFileName(service, host)).toBe(expected);
});

it('distinguishes the compliance report from the scan report, and from that of another day', () => {
  const file = { host: 'example.com', scannedAt: '2026-11-22T23:59:59.000Z' };
  expect(datedFileName('Palisade', { ...file, product: 'compliance' })).toBe(
    'palisade_compliance_example_com_2026-11-22.pdf',
  );
  expect(datedFileName('Palisade', { ...file, product: 'scan' })).toBe('palisade_scan_example_com_2026-11-22.pdf');
  expect(datedFileName('', { ...file, product: 'findings', extension: 'csv' })).toBe(
    'report_findings_example_com_2026-11-22.csv',
  );
});
