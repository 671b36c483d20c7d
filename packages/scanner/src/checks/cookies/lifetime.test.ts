import { expect, it } from 'vitest';
import { judged } from '../../../test/evidence.ts';
import { setCookies } from '../../../test/set-cookies.ts';
import lifetime from './lifetime.ts';

it.each<[string, string, string?]>([
  ['sessionid=1; Max-Age=31536000', 'observed', '365 days'],
  ['a=1; Max-Age=99999999', 'observed', '400'],
  ['sessionid=1; Domain=example.test', 'observed', 'all subdomains of example.test'],
  ['sessionid=1; Max-Age=3600', 'good'],
])('cookies/lifetime: %s', (field, outcome, mention) => {
  const verdict = judged(lifetime, { headers: setCookies(field), target: { host: 'www.example.test' } });
  expect(verdict?.outcome).toBe(outcome);
  if (mention) expect(verdict?.evidence.join('\n')).toContain(mention);
});

it('has nothing to look at without cookies', () => {
  expect(judged(lifetime)).toMatchObject({ outcome: 'none', status: 'good', nothing: true });
});
