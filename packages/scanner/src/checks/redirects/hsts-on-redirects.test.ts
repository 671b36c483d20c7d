import { expect, it } from 'vitest';
import { HOST, hop, httpEvidence, judged } from '../../../test/evidence.ts';
import type { HeaderFields } from '../../evidence/http.ts';
import check from './hsts-on-redirects.ts';

const WWW = `https://www.${HOST}/`;
const HSTS: HeaderFields = [['Strict-Transport-Security', 'max-age=31536000']];
const WIDE: HeaderFields = [['Strict-Transport-Security', 'max-age=31536000; includeSubDomains']];
const OFF: HeaderFields = [['Strict-Transport-Security', 'max-age=0']];
const from = (headers: HeaderFields, to = WWW) =>
  hop({ url: `https://${HOST}/`, status: 301, headers: [...headers, ['Location', to]] });

it.each([
  ['no other host', [hop()], 'alone'],
  ['www sets it', [from([]), hop({ url: WWW, headers: HSTS })], 'good'],
  ['www is below a host that sets it for all', [from(WIDE), hop({ url: WWW })], 'good'],
  ['www is below a host that sets it for itself alone', [from(HSTS), hop({ url: WWW })], 'missing'],
  ['www switches it off', [from([]), hop({ url: WWW, headers: OFF })], 'missing'],
  [
    'www sets it, and its next response switches it off',
    [
      from([]),
      hop({ url: WWW, status: 302, headers: [...HSTS, ['Location', '/de']] }),
      hop({ url: `${WWW}de`, headers: OFF }),
    ],
    'missing',
  ],
  ['the page is at someone else’s', [from([], 'https://other.test/'), hop({ url: 'https://other.test/' })], 'foreign'],
  ['to an address', [from([], 'https://192.0.2.7/'), hop({ url: 'https://192.0.2.7/' })], 'alone'],
])('%s', (_name, hops, outcome) => {
  expect(judged(check, { http: httpEvidence(hops) })?.outcome).toBe(outcome);
});

it('names the host, including one that only the redirects from port 80 contain', () => {
  const plain = hop({ url: `http://${HOST}/`, status: 301, headers: [['Location', WWW]] });
  const verdict = judged(check, { plain_http: { hops: [plain, hop({ url: WWW })], end: 'answered' } });
  expect(verdict).toMatchObject({ outcome: 'missing', deduction: 2, evidence: [`www.${HOST}`] });
});
