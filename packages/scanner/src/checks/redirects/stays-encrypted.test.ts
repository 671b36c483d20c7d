import { expect, it } from 'vitest';
import { HOST, hop, httpEvidence, judged } from '../../../test/evidence.ts';
import check from './stays-encrypted.ts';

const to = (url: string, location: string) => hop({ url, status: 302, headers: [['Location', location]] });

it('is content with https all along', () => {
  const http = httpEvidence([to(`https://${HOST}/`, '/home'), hop({ url: `https://${HOST}/home` })]);
  expect(judged(check, { http })?.outcome).toBe('good');
});

it('finds the step back to http, and that the page comes in clear', () => {
  const http = httpEvidence([to(`https://${HOST}/`, `http://${HOST}/in`), hop({ url: `http://${HOST}/in` })]);
  expect(judged(check, { http })).toMatchObject({
    outcome: 'ends_in_clear',
    cap: 49,
    evidence: [`https://${HOST}/ → http://${HOST}/in`],
  });
});

it('finds a downgrade that is made good again', () => {
  const http = httpEvidence([
    to(`https://${HOST}/`, 'http://www.example.test/'),
    to('http://www.example.test/', 'https://www.example.test/'),
    hop({ url: 'https://www.example.test/' }),
  ]);
  expect(judged(check, { http })).toMatchObject({ outcome: 'downgraded', cap: null });
});

it('looks at the way from port 80 as well', () => {
  const hops = [
    to(`http://${HOST}/`, `https://${HOST}/`),
    to(`https://${HOST}/`, `http://${HOST}/x`),
    hop({ url: `http://${HOST}/x` }),
  ];
  expect(judged(check, { plain_http: { hops, end: 'answered' } })?.outcome).toBe('downgraded');
});
