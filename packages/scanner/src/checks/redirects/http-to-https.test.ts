import { describe, expect, it } from 'vitest';
import { missing } from '../../evidence/gathered.ts';
import type { HttpHop, PlainHttpEvidence } from '../../evidence/http.ts';
import { HOST, hop, httpEvidence, judged } from '../../../test/evidence.ts';
import { tlsWith } from '../../../test/tls-evidence.ts';
import check from './http-to-https.ts';

const at = (url: string, status: number, location?: string): HttpHop =>
  hop({ url, status, headers: location === undefined ? [] : [['Location', location]] });
const plain = `http://${HOST}/`;
const secure = `https://${HOST}/`;

it('the fix leads to the port of the scanned URL', () => {
  const plain_http = { hops: [at(plain, 200)], end: 'answered' as const };
  const fixFor = (port: number) =>
    judged(check, { plain_http, target: { port, url: port === 443 ? secure : `https://${HOST}:${port}/` } })?.fix;
  expect(fixFor(443)).toContain('return 301 https://$host$request_uri;');
  expect(fixFor(8443)).toContain('return 301 https://$host:8443$request_uri;');
  expect(fixFor(8443)).toContain('RewriteRule ^ https://%{SERVER_NAME}:8443%{REQUEST_URI}');
});

describe('port 80 answers', () => {
  it.each<[string, HttpHop[], PlainHttpEvidence['end'], string]>([
    ['301 to https', [at(plain, 301, secure), at(secure, 200)], 'answered', 'good'],
    ['302 to https', [at(plain, 302, secure), at(secure, 200)], 'answered', 'good'],
    ['to https on another port', [at(plain, 301, `https://${HOST}:8443/`)], 'not_followed', 'good'],
    ['403', [at(plain, 403)], 'answered', 'not_served'],
    ['404', [at(plain, 404)], 'answered', 'not_served'],
    ['straight to www', [at(plain, 301, 'https://www.example.test/')], 'answered', 'off_host'],
    ['to http first', [at(plain, 301, '/x'), at(`${plain}x`, 301, secure), at(secure, 200)], 'answered', 'late'],
    [
      'to http on another host first',
      [at(plain, 301, 'http://www.example.test/'), at('http://www.example.test/', 301, secure)],
      'answered',
      'late',
    ],
    ['to http only', [at(plain, 301, '/x'), at(`${plain}x`, 200)], 'answered', 'astray'],
    ['to itself', [at(plain, 301, plain)], 'loop', 'astray'],
    ['a script as Location', [at(plain, 301, 'javascript:alert(1)')], 'bad_location', 'bad_location'],
    ['301 without Location', [at(plain, 301)], 'answered', 'bad_location'],
    ['200', [at(plain, 200)], 'answered', 'served'],
    ['204', [at(plain, 204)], 'answered', 'empty'],
    ['200 without content', [hop({ url: plain, headers: [['Content-Length', '0']] })], 'answered', 'empty'],
    [
      '200 without content, with a refresh',
      [
        hop({
          url: plain,
          headers: [
            ['Content-Length', '0'],
            ['Refresh', `0; url=${secure}`],
          ],
        }),
      ],
      'answered',
      'served',
    ],
    ['200 with content', [hop({ url: plain, headers: [['Content-Length', '12']] })], 'answered', 'served'],
  ])('%s', (_name, hops, end, outcome) => {
    const verdict = judged(check, { plain_http: { hops, end } });
    expect(verdict?.outcome).toBe(outcome);
    if (verdict?.status !== 'good') expect(verdict?.note).toMatch(/redirect|plain http/);
  });

  it.each([
    ['too many requests', 429, 200],
    ['a proxy without its server', 502, 200],
    ['the visitor check of the page', 403, 403],
  ])('%s says nothing about what port 80 serves', (_name, status, ofPage) => {
    const headers: [string, string][] = ofPage === 403 ? [['cf-mitigated', 'challenge']] : [];
    const http = httpEvidence([hop({ status: ofPage, headers })]);
    expect(judged(check, { http, plain_http: { hops: [at(plain, status)], end: 'answered' } })).toMatchObject({
      status: 'unknown',
      note: `Not assessed: port 80 answered ${status}, which does not show what it serves to visitors`,
    });
  });

  it('with a demand for a password', () => {
    const hops = [hop({ url: plain, status: 401, headers: [['WWW-Authenticate', 'Basic realm="x"']] })];
    expect(judged(check, { plain_http: { hops, end: 'answered' } })?.outcome).toBe('asks_password');
  });
});

describe('port 80 is silent', () => {
  it.each(['refused', 'reset', 'timeout', 'unreachable'] as const)('%s by the site', (code) => {
    expect(judged(check, { plain_http: missing(code, 'site', 'closed') })).toMatchObject({
      outcome: 'silent',
      deduction: 0,
    });
  });
  it('unknown if port 80 was not requested', () => {
    const verdict = judged(check, { plain_http: missing('blocked', 'us', 'port 80 is not allowed') });
    expect(verdict).toMatchObject({ status: 'unknown', note: 'Not assessed: port 80 is not allowed' });
  });
});

it('caps a site that has no https at all', () => {
  const hops = [at(plain, 200)];
  const target = { url: plain, scheme: 'http' as const, port: 80 };
  const verdict = judged(check, { target, http: httpEvidence(hops), plain_http: { hops, end: 'answered' } });
  expect(verdict).toMatchObject({ outcome: 'never_encrypted', cap: 49, severity: 'critical' });
});

it('leaves a closed https port to the tls section', () => {
  const hops = [at(plain, 200)];
  const options = { target: { url: plain, scheme: 'http' as const, port: 80 }, http: httpEvidence(hops) };
  const verdict = judged(check, {
    ...options,
    plain_http: { hops, end: 'answered' },
    tls: tlsWith({ endpoint: 'closed' }),
  });
  expect(verdict).toMatchObject({ status: 'unknown', note: 'Not assessed: there is no https to redirect to' });
});
