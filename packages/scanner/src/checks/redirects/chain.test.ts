import { expect, it } from 'vitest';
import { HOST, hop, httpEvidence, judged } from '../../../test/evidence.ts';
import check from './chain.ts';

const to = (url: string, location: string) => hop({ url, status: 302, headers: [['Location', location]] });

it.each(['loop', 'too_many_redirects', 'bad_location', 'no_answer'] as const)('a chain that ends as %s', (end) => {
  const verdict = judged(check, { http: httpEvidence([to(`https://${HOST}/a`, '/b')], { end }) });
  expect(verdict).toMatchObject({ outcome: end, status: 'weak', note: expect.stringContaining('/b') as string });
});

it.each([301, 302, 303, 307, 308])('%s without Location leads nowhere', (status) => {
  expect(judged(check, { status })).toMatchObject({
    outcome: 'bad_location',
    note: expect.stringContaining('no Location') as string,
  });
});

it.each([300, 304, 305, 306])('%s is not followed', (status) => {
  expect(judged(check, { status })).toMatchObject({ outcome: 'none' });
});

it('leaves a loop between https and http to the downgrade check', () => {
  const hops = [to(`https://${HOST}/`, `http://${HOST}/`), to(`http://${HOST}/`, `https://${HOST}/`)];
  expect(judged(check, { http: httpEvidence(hops, { end: 'loop' }) })).toBeNull();
});

it('remarks on a long chain and on other hosts', () => {
  const hops = [
    to(`https://${HOST}/`, '/1'),
    to(`https://${HOST}/1`, '/2'),
    to(`https://${HOST}/2`, 'https://www.example.test/'),
    hop({ url: 'https://www.example.test/' }),
  ];
  expect(judged(check, { http: httpEvidence(hops) })).toMatchObject({
    status: 'good',
    note: '3 redirects before the response. The response came from www.example.test.',
  });
  expect(judged(check)).toMatchObject({ status: 'good', note: null });
});

it.each([
  ['the same host', [to(`https://${HOST}/`, '/b'), hop({ url: `https://${HOST}/b` })], 'good', null],
  ['an error', [to(`https://${HOST}/`, '/b'), hop({ url: `https://${HOST}/b`, status: 404 })], 'to_error', undefined],
  ['an error at once', [hop({ url: `https://${HOST}/`, status: 404 })], 'none', null],
  [
    'another host, by way of a third',
    [
      to(`https://${HOST}/`, 'https://mid.test/'),
      to('https://mid.test/', 'https://end.test/'),
      hop({ url: 'https://end.test/' }),
    ],
    'good',
    'The response came from end.test. The redirects lead through mid.test.',
  ],
])('what redirects lead to: %s', (_name, hops, outcome, note) => {
  const verdict = judged(check, { http: httpEvidence(hops) });
  expect(verdict?.outcome).toBe(outcome);
  if (note !== undefined) expect(verdict?.note).toBe(note);
});

it('a redirect that this service does not follow costs nothing', () => {
  const verdict = judged(check, { http: httpEvidence([to(`https://${HOST}/`, '/b')], { end: 'not_followed' }) });
  expect(verdict).toMatchObject({ outcome: 'not_followed', status: 'good', deduction: 0 });
});
