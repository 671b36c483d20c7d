import { expect, it } from 'vitest';
import { judged } from '../../../test/evidence.ts';
import { gatherZone } from '../../../test/dns-evidence.ts';
import { EXPIRES, securityTxtFile } from '../../../test/security-txt-file.ts';
import contact from './contact.ts';

it.each<[string, string, string]>([
  ['Contact: mailto:s@a.test\n', 'good', 'mailto:s@a.test'],
  ['Contact: https://a.test/report\nContact: tel:+1-201-555-0123\n', 'good', 'tel:'],
  ['Contact: s@a.test\n', 'faulty', 'lacks "mailto:"'],
  ['Contact: /report\n', 'faulty', 'not a URI'],
  ['Contact: http://a.test/\n', 'faulty', 'must use https'],
  ['Contact: http://a.test/\nContact: tel:+1-201-555-0123\n', 'partly', 'must use https'],
  ['Contact: mailto:security\n', 'faulty', 'has no address'],
  ['Contact: tel:security-desk\n', 'faulty', 'has no number'],
  ['Contact: <mailto:s@a.test>\n', 'faulty', 'angle brackets'],
  ['', 'faulty', 'no Contact field'],
])('%j', (line, outcome, mention) => {
  const verdict = judged(contact, { security_txt: securityTxtFile(line + EXPIRES) });
  expect(verdict?.outcome).toBe(outcome);
  expect(verdict?.evidence.join('\n')).toContain(mention);
});

it('has no finding without a file', () => {
  expect(judged(contact, { security_txt: securityTxtFile('', { status: 404, body: null }) })).toBeNull();
});

it.each<[string, string]>([
  ['Contact: s@a.test\n', 'Contact: mailto:s@a.test'],
  ['Contact: mailto: s@a.test\n', 'Contact: mailto:s@a.test'],
  ['Contact: http://a.test/report\n', 'Contact: https://a.test/report'],
  ['Contact: a.test/report\n', 'Contact: https://a.test/report'],
  ['Contact: /report\n', 'Contact: https://example.test/report'],
  ['Contact: s@a.test\nContact: tel:+1-201-555-0123\n', 'Contact: mailto:s@a.test\nContact: tel:+1-201-555-0123'],
  ['Contact: mailto:a@a.test, https://a.test/r\n', 'Contact: mailto:a@a.test\nContact: https://a.test/r'],
  ['Contact: <mailto:s@a.test>\n', 'Contact: mailto:s@a.test'],
  ['Contact: <s@a.test>\n', 'Contact: mailto:s@a.test'],
  ['Contact: tel:call us\n', 'Contact: mailto:security@example.test'],
  ['Contact: our chat\n', 'Contact: mailto:security@example.test'],
  ['', 'Contact: mailto:security@example.test'],
])('the fix of %j keeps the contact', (line, fix) => {
  expect(judged(contact, { security_txt: securityTxtFile(line + EXPIRES) })?.fix).toBe(fix);
});

// RFC 7505
it('suggests no mailbox of a domain that accepts no mail', async () => {
  const { dns } = await gatherZone(['@ MX 0 .']);
  expect(judged(contact, { dns, security_txt: securityTxtFile(EXPIRES) })?.fix).toBe(
    '# example.test accepts no mail. Name a page with a form, or a mailbox of another domain.\nContact: https://example.test/report-a-vulnerability',
  );
});

// RFC 2606 §3
it.each([
  ['mailto:security@example.com', 'faulty'],
  ['https://www.example.org/report', 'faulty'],
  ['mailto:security@example.company', 'good'],
  ['https://myexample.com/report', 'good'],
])('a placeholder is no contact: %s', (value, outcome) => {
  expect(judged(contact, { security_txt: securityTxtFile(`Contact: ${value}\n${EXPIRES}`) })?.outcome).toBe(outcome);
});
