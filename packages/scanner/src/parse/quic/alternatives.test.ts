import { expect, it } from 'vitest';
import type { HttpsRecord } from '../../evidence/dns.ts';
import { http3Alternatives, http3Records } from './alternatives.ts';

/** RFC 7838 §3. */
it.each<[string, readonly [string | null, number][]]>([
  ['h3=":443"; ma=86400', [[null, 443]]],
  ['h2=":443", h3-29=":8443"; ma=1; persist=1, h3=":443"', [[null, 8443], [null, 443]]], // prettier-ignore
  ['h3="Alt.Example:443"', [['alt.example', 443]]],
  ['h3=":\\443"', [[null, 443]]],
  ['h3=":443', []],
  ['clear', []],
  ['h3=":443"; ma=0', []],
  ['h3=":443"; persist=1;ma=00 , h3=":8443"; ma=0600', [[null, 8443]]],
  ['h3=":0", h3=":70000", h3="443"', []],
  ['x="h3=\\":443\\""', []],
  ['h3x=":443"', []],
])('%s', (value, places) => {
  expect(http3Alternatives([value]).map(({ host, port }) => [host, port])).toEqual(places);
});

it('returns only a few places from an endless list', () => {
  expect(http3Alternatives(Array<string>(1000).fill('h3=":443"')).length).toBeLessThan(10);
});

const record = (facts: Partial<HttpsRecord>): HttpsRecord => ({
  priority: 1,
  target: '.',
  alpn: ['h3', 'h2'],
  port: null,
  ipv4hint: [],
  ipv6hint: [],
  ech: false,
  ech_malformed: false,
  required: [],
  malformed: false,
  ...facts,
});

/** RFC 9460 §9. */
it.each<[Partial<HttpsRecord>, readonly [string | null, number][]]>([
  [{}, [[null, 443]]],
  [{ target: 'a.test', port: 8443 }, [[null, 8443]]],
  [{ target: 'cdn.test' }, [['cdn.test', 443]]],
  [{ alpn: ['h2'] }, []],
  [{ malformed: true }, []],
  [{ priority: 0, target: 'cdn.test' }, []],
  [{ port: 0 }, []],
  [{ required: [9] }, []],
])('the record %o', (facts, places) => {
  expect(http3Records([record(facts)], 'a.test', 443).map(({ host, port }) => [host, port])).toEqual(places);
});

it.each<[string, Partial<HttpsRecord>[], number, readonly [string | null, number][]]>([
  ['next to a malformed one (§2.2)', [{}, { malformed: true }], 443, []],
  ['next to an alias (§2.4.1)', [{}, { priority: 0, target: 'cdn.test', alpn: [] }], 443, []],
  ['of another port (§9.1)', [{ target: 'a.test' }], 8443, [[null, 8443]]],
  ['of another port, for itself (§2.5.2)', [{}], 8443, [['_8443._https.a.test', 8443]]],
])('a record %s', (_name, facts, port, places) => {
  const found = http3Records(facts.map(record), 'a.test', port);
  expect(found.map((one) => [one.host, one.port])).toEqual(places);
});
