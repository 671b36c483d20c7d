import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CaaRecord } from '../../evidence/dns.ts';
import { parseIssuer, readCaa } from './caa.ts';
import { LINEAR_AT_MOST, repeating, timesAsMuch } from '../../../test/linear.ts';

test.each([
  ['ca.example', 'ca.example'],
  [' CA.example ', 'ca.example'],
  ['ca.example;', 'ca.example'],
  ['ca.example; policy=ev', 'ca.example'],
  ['ca.example;a=1;b=', 'ca.example'],
  ['', ''],
  [';', ''],
  [' ; ', ''],
  ['localca', 'localca'],
  ['https://ca.example', null],
  ['ca.example other.example', null],
  ['ca.example, other.example', null],
  ['ca..example', null],
  ['-ca.example', null],
  // RFC 8659 §4.2, as Let's Encrypt reads it
  ['ca.example; policy=ev;', null],
  ['ca.example;;', null],
  ['ca.example; policy', null],
  ['ca.example; policy=a b', null],
  ['%%%%%', null],
])('issuer %j is %j', (value, issuer) => {
  expect(parseIssuer(value)).toBe(issuer);
});

const record = (flags: number, tag: string, value: string): CaaRecord => ({ flags, tag, value, malformed: false });

test('issue and issuewild are separate', () => {
  const policy = readCaa([
    record(0, 'issue', 'one.example'),
    record(0, 'issuewild', 'two.example'),
    record(0, 'ISSUE', ';'),
  ]);
  expect(policy).toMatchObject({ issue: ['one.example'], issuewild: ['two.example'], restricted: true, faults: [] });
});

test.each<[CaaRecord, string]>([
  [record(0, 'iodef', 'mailto:a@b.test'), ''],
  [record(0, 'iodef', 'https://b.test/report'), ''],
  [record(0, 'iodef', 'a@b.test'), 'mailto:'],
  [record(0, 'contactemail', 'a@b.test'), ''],
  [record(0, 'contactemail', 'mailto:a@b.test'), 'an email address'],
  // RFC 8657 §3 and §4
  [record(0, 'issue', 'ca.example; accounturi=https://ca.example/1; validationmethods=dns-01,ca-x'), ''],
  [record(0, 'issue', 'ca.example; validationmethods=http01'), 'names no method'],
  [record(0, 'issue', 'ca.example; validationmethods='), 'names no method'],
  // A label has a letter, a digit or a hyphen.
  [record(0, 'issue', 'ca.example; validationmethods=dns-01,'), 'not a list of methods'],
  [record(0, 'issue', 'ca.example; validationmethods=dns-01,http_01'), 'not a list of methods'],
  [record(0, 'issue', 'ca.example; accounturi=https://a/1; AccountURI=https://a/2'), 'appears twice'],
  [record(0, 'issuewild', 'ca.example; accounturi=1234'), 'accounturi is not a URI'],
  [record(64, 'issue', 'ca.example'), 'flags'],
  [record(129, 'issue', 'ca.example'), 'flags'],
])('%j', (given, fault) => {
  const { faults } = readCaa([given]);
  if (fault === '') expect(faults).toEqual([]);
  else expect(faults.join()).toContain(fault);
});

test.each([
  ['letsencrypt.com', 'letsencrypt.org'],
  ['letsencrypt', 'letsencrypt.org'],
  ['lets-encrypt.org', 'letsencrypt.org'],
  ['digicrt.com', 'digicert.com'],
])('a remark says that no authority is known as %s', (issuer, meant) => {
  expect(readCaa([record(0, 'issue', issuer)]).remarks.join()).toContain(`Did you mean ${meant}?`);
});

test.each(['letsencrypt.org', 'pki.goog', 'pki.dfn.de', 'ssl.com', 'ca.example', ';'])('%s has no remark', (issuer) => {
  expect(readCaa([record(0, 'issue', issuer)]).remarks).toEqual([]);
});

test('an authority that can meet no condition may not issue', () => {
  const policy = readCaa([record(0, 'issue', 'ca.example; validationmethods=http01')]);
  expect(policy).toMatchObject({ issue: [], restricted: true });
});

test('never throws', () => {
  const any = fc.record({
    flags: fc.integer({ min: 0, max: 255 }),
    tag: fc.oneof(fc.constantFrom('issue', 'issuewild', 'iodef', 'contactemail', 'tbs'), fc.string({ maxLength: 15 })),
    value: fc.oneof(fc.string(), fc.constantFrom(';', 'ca.example; a=', 'mailto:@')),
    malformed: fc.boolean(),
  });
  fc.assert(fc.property(fc.array(any), (records) => void readCaa(records)));
});

test.each(['a', 'a.', 'a-', ';', 'a=', ' ', '-'])('a quarter of a megabyte of %j is parsed in linear time', (unit) => {
  const read = (long: string) => [
    parseIssuer(`${long}!`),
    parseIssuer(`ca.example; ${long}!`),
    readCaa([record(0, 'iodef', long), record(0, 'contactemail', long)]),
  ];
  expect(timesAsMuch(read, repeating(unit))).toBeLessThan(LINEAR_AT_MOST);
});
