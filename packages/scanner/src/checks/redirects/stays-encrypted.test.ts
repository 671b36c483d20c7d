import { expect, it } from 'vitest';
import { HOST, hop, httpEvidence, judged } from '../../../test/evidence.ts';
import check from './stays-encrypted.ts';

const to = (url: string, location: string) => hop({ url, status: 302, headers: [['Location', location]] });

it('accepts a chain that is https throughout', () => {
  const http = httpEvidence([to(`https://${HOST}/`, '/home'), hop({ url: `https://${HOST}/home` })]);
  expect(judged(check, { http })?.outcome).toBe('good');
});

it('finds the downgrade to http, and that the page is sent in clear text', () => {
  const http = httpEvidence([to(`https://${HOST}/`, `http://${HOST}/in`), hop({ url: `http://${HOST}/in` })]);
  expect(judged(check, { http })).toMatchObject({
    outcome: 'ends_in_clear',
    cap: 49,
    evidence: [`https://${HOST}/ → http://${HOST}/in`],
  });
});

it('finds a downgrade even if a later redirect returns to https', () => {
  const http = httpEvidence([
    to(`https://${HOST}/`, 'http://www.example.test/'),
    to('http://www.example.test/', 'https://www.example.test/'),
    hop({ url: 'https://www.example.test/' }),
  ]);
  expect(judged(check, { http })).toMatchObject({ outcome: 'downgraded', cap: null });
});

it('also checks the redirects from port 80', () => {
  const hops = [
    to(`http://${HOST}/`, `https://${HOST}/`),
    to(`https://${HOST}/`, `http://${HOST}/x`),
    hop({ url: `http://${HOST}/x` }),
  ];
  expect(judged(check, { plain_http: { hops, end: 'answered' } })?.outcome).toBe('downgraded');
});
