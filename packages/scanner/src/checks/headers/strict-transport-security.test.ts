import { describe, expect, it } from 'vitest';
import { HOST, hop, httpEvidence, judged } from '../../../test/evidence.ts';
import { leafWith } from '../../../test/tls-evidence.ts';
import check from './strict-transport-security.ts';

const sent = (...values: string[]) =>
  judged(check, { headers: values.map((value) => ['Strict-Transport-Security', value]) });

describe('fields', () => {
  it.each([
    [['max-age=31536000'], 'good', 'includeSubDomains'],
    [['max-age=63072000; includeSubDomains; preload'], 'good', 'preload list'],
    [['max-age=15552000'], 'good', ''],
    [['MAX-AGE="31536000" ; INCLUDESUBDOMAINS;;'], 'good', ''],
    [['max-age = 31536000; mood=sunny'], 'good', 'mood'],
    [['max-age=31536000', 'max-age=0'], 'good', '2 times'],
    [['max-age=31536000; preload'], 'good', 'the preload list requires'],
    [['max-age=15551999'], 'short', '179 days'],
    [['max-age=300'], 'very_short', '300 seconds'],
    [['max-age=0'], 'switched_off', 'max-age=0'],
    [['max-age=0', 'max-age=31536000'], 'switched_off', 'first'],
    [['max-age=31536000; max-age=31536000'], 'ignored', 'twice'],
    [['max-age=31536000, max-age=31536000'], 'ignored', 'number of seconds'],
    [['max-age=31536000abc'], 'ignored', 'number of seconds'],
    [['max-age='], 'ignored', 'number of seconds'],
    [['max-age'], 'ignored', 'number of seconds'],
    [['max-age=-1'], 'ignored', 'number of seconds'],
    [['includeSubDomains; preload'], 'ignored', 'required'],
    [['max-age=31536000; includeSubDomains=1'], 'ignored', 'no value'],
    [['max-age="31536000'], 'ignored', 'syntax'],
    [['max-age=31536000, includeSubDomains'], 'ignored', 'semicolons, not commas'],
    [['max-age=31536000; includeSubDomains, preload'], 'ignored', 'syntax'],
    [[''], 'ignored', 'required'],
    [[], 'missing', ''],
  ])('%j: %s', (values, outcome, named) => {
    const verdict = sent(...values);
    expect(verdict?.outcome).toBe(outcome);
    expect(verdict?.note ?? '').toContain(named);
    expect(verdict?.deduction === 0).toBe(outcome === 'good');
  });
});

describe('the sender', () => {
  const field: [string, string] = ['Strict-Transport-Security', 'max-age=31536000'];
  const to = (url: string): [string, string] => ['Location', url];

  it('does not credit another host', () => {
    const http = httpEvidence([
      hop({ status: 302, headers: [to('https://www.example.test/')] }),
      hop({ url: 'https://www.example.test/', headers: [field] }),
    ]);
    expect(judged(check, { http })).toMatchObject({ outcome: 'other_host', status: 'missing', values: [] });
  });
  it('accepts it on the redirect of the scanned host', () => {
    const http = httpEvidence([
      hop({ status: 302, headers: [to('https://www.example.test/'), field] }),
      hop({ url: 'https://www.example.test/' }),
    ]);
    expect(judged(check, { http })).toMatchObject({ outcome: 'good', values: ['max-age=31536000'] });
  });
  it('requires it on the first response', () => {
    const http = httpEvidence([
      hop({ status: 302, headers: [to('/home')] }),
      hop({ url: `https://${HOST}/home`, headers: [field] }),
    ]);
    expect(judged(check, { http })).toMatchObject({ outcome: 'not_at_first', status: 'weak' });
  });
  // RFC 6797 §8.1: each valid header replaces the one that browsers have stored.
  it.each<[string | null, string | null, string]>([
    ['max-age=31536000', 'max-age=0', 'switched_off'],
    ['max-age=31536000', 'max-age=300', 'very_short'],
    ['max-age=300', 'max-age=31536000', 'good'],
    ['max-age=31536000', 'nonsense', 'good'],
    ['nonsense', 'max-age=31536000', 'not_at_first'],
    ['nonsense', null, 'ignored'],
  ])('counts as browsers keep it: %s, then %s', (first, second, outcome) => {
    const with_ = (value: string | null): [string, string][] =>
      value === null ? [] : [['Strict-Transport-Security', value]];
    const http = httpEvidence([
      hop({ status: 302, headers: [to('/home'), ...with_(first)] }),
      hop({ url: `https://${HOST}/home`, headers: with_(second) }),
    ]);
    const verdict = judged(check, { http });
    expect(verdict?.outcome).toBe(outcome);
    if (second !== null) expect(verdict?.note).toContain('Responses of this host differ: ');
  });
  it.each([
    ['max-age=31536000, includeSubDomains', 'max-age=31536000; includeSubDomains'],
    ['max-age=31536000 includeSubDomains; preload', 'max-age=31536000; includeSubDomains; preload'],
    ['max-age=abc; preload', 'max-age=31536000'],
  ])('the fix of %s keeps what was meant', (value, fix) => {
    expect(sent(value)).toMatchObject({ outcome: 'ignored', fix });
  });

  it('says that the preload list wants a redirect on the same host', () => {
    const headers = [['Strict-Transport-Security', 'max-age=31536000; includeSubDomains; preload']] as [
      string,
      string,
    ][];
    const served = { hops: [hop({ url: `http://${HOST}/` })], end: 'answered' as const };
    expect(judged(check, { headers, plain_http: served })?.note).toContain('also requires that plain http redirects');
    expect(judged(check, { headers })?.note).not.toContain('also requires');
  });

  it('says that the preload list takes registrable domains alone', () => {
    const headers: [string, string][] = [['Strict-Transport-Security', 'max-age=31536000; includeSubDomains; preload']];
    const target = { host: 'www.example.test', url: 'https://www.example.test/', registrable_domain: 'example.test' };
    expect(judged(check, { target, headers })?.note).toContain('accepts only example.test');
  });
  it('has no effect over http', () => {
    const url = `http://${HOST}/`;
    const target = { url, scheme: 'http' as const, port: 80 };
    const alone = httpEvidence([hop({ url, headers: [field] })]);
    expect(judged(check, { target, http: alone, plain_http: { hops: alone.hops, end: 'answered' } })?.outcome).toBe(
      'no_https',
    );
  });
  it('finds the https response of a scan that started with http', () => {
    const url = `http://${HOST}/`;
    const http = httpEvidence([
      hop({ url, status: 301, headers: [to(`https://${HOST}/`)] }),
      hop({ headers: [field] }),
    ]);
    expect(judged(check, { target: { url, scheme: 'http', port: 80 }, http })?.outcome).toBe('good');
  });
  it('has no effect for an IP address', () => {
    const target = { host: '192.0.2.7', url: 'https://192.0.2.7/', registrable_domain: null };
    expect(judged(check, { target, headers: [field] })).toMatchObject({ outcome: 'literal', status: 'weak' });
    expect(judged(check, { target })?.outcome).toBe('missing');
  });
  it('has a note if browsers reject the certificate, at no extra cost', () => {
    const tls = leafWith({}, { state: 'self_signed' });
    const verdict = judged(check, { headers: [field], tls });
    expect(verdict).toMatchObject({ outcome: 'good', deduction: 0 });
    expect(verdict?.note).toContain('reject the certificate');
    expect(judged(check, { headers: [field], tls: leafWith({}, { state: 'trusted' }) })?.note).not.toContain('refuse');
  });
});

describe('the fix', () => {
  const fixOf = (...fields: string[]) =>
    judged(check, { headers: fields.map((field) => ['Strict-Transport-Security', field]) });
  it('never adds subdomains, and explains how to raise max-age in stages', () => {
    for (const verdict of [fixOf(), fixOf('max-age=60'), fixOf('max-age=0'), fixOf('nonsense')]) {
      expect(verdict?.fix).toBe('max-age=31536000');
      expect(verdict?.note).toContain('in stages: 300, then 604800');
      expect(verdict?.note).toContain('only when every subdomain');
    }
  });
  it('keeps includeSubDomains', () => {
    expect(fixOf('max-age=60; includeSubDomains')?.fix).toBe('max-age=31536000; includeSubDomains');
    expect(fixOf('max-age=60; includeSubDomains; preload')?.fix).toBe('max-age=31536000; includeSubDomains; preload');
    // The preload list refuses it.
    expect(fixOf('max-age=60; preload')?.fix).toBe('max-age=31536000');
  });
});

it('says where the only header is: on plain http, where browsers ignore it', () => {
  const url = `http://${HOST}/`;
  const headers: [string, string][] = [
    ['Location', `https://${HOST}/`],
    ['Strict-Transport-Security', 'max-age=31536000'],
  ];
  const plain_http = { hops: [hop({ url, status: 301, headers }), hop()], end: 'answered' as const };
  const verdict = judged(check, { plain_http });
  expect(verdict).toMatchObject({ outcome: 'missing', deduction: 15 });
  expect(verdict?.note).toContain('Only a plain http response has the header');
  expect(judged(check, {})?.note).not.toContain('plain http response has');
});
