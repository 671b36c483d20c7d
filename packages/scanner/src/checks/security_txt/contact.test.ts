import { expect, it } from 'vitest';
import { judged } from '../../../test/evidence.ts';
import { EXPIRES, securityTxtFile } from '../../../test/security-txt-file.ts';
import contact from './contact.ts';

it.each<[string, string, string]>([
  ['Contact: mailto:s@a.test\n', 'good', 'mailto:s@a.test'],
  ['Contact: https://a.test/report\nContact: tel:+1-201-555-0123\n', 'good', 'tel:'],
  ['Contact: s@a.test\n', 'faulty', 'lacks "mailto:"'],
  ['Contact: /report\n', 'faulty', 'not a URI'],
  ['Contact: http://a.test/\n', 'faulty', 'must use https'],
  ['', 'faulty', 'no Contact field'],
])('%j', (line, outcome, mention) => {
  const verdict = judged(contact, { security_txt: securityTxtFile(line + EXPIRES) });
  expect(verdict?.outcome).toBe(outcome);
  expect(verdict?.evidence.join('\n')).toContain(mention);
});

it('has no finding without a file', () => {
  expect(judged(contact, { security_txt: securityTxtFile('', { status: 404, body: null }) })).toBeNull();
});
