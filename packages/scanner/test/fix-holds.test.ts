import { resultsOf } from '@palisade/report/findings';
import { describe, expect, it } from 'vitest';
import { ALL_CHECKS } from '../src/checks/all.ts';
import type { HeaderFields } from '../src/evidence/http.ts';
import { judge } from '../src/judge.ts';
import { evidenceWith, judged } from './evidence.ts';
import { pageOf } from './page-of.ts';

/** Values with a fault. The fix, sent in place of the field (or as the field that it names), leaves no fault. */
const FAULTS: Readonly<Record<string, readonly string[]>> = {
  'Strict-Transport-Security': [
    'max-age=0',
    'max-age=60; includeSubDomains; preload',
    'max-age=31536000, x',
    '"max-age=9"',
  ],
  'X-Frame-Options': ['ALLOWALL', 'DENY;', '"DENY"', 'SAME-ORIGIN', 'ALLOW-FROM https://deny.example'],
  'X-Content-Type-Options': ['no-sniff', '"nosniff"', 'x, nosniff'],
  'Referrer-Policy': ['unsafe-url', 'origin', '"no-referrer"', 'no-referrer; x', 'always', 'never'],
  'Permissions-Policy': ['camera=*', "camera 'none'", 'camera=(),', '*=()', 'Camera=()'],
  'Cache-Control': ['public', 'private, s-maxage=60', 'no-cache', ''],
  'Clear-Site-Data': ['cookies', '"x"'],
  'Access-Control-Allow-Origin': ['*'],
  'Content-Security-Policy': [
    "default-src *; frame-ancestors 'self'",
    "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; Frame-Ancestors *; frame-ancestors 'none'",
    "script-src 'none'; frame-ancestors https:, img-src *",
    "default-src 'self' 'unsafe-inline'",
  ],
};
const BESIDE: readonly HeaderFields[] = [
  [],
  [['Content-Security-Policy', 'frame-ancestors *']],
  [['CDN-Cache-Control', 'max-age=600']],
];
const STRICT = "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'";
const FIELD_CHECKS = /^(?:headers|cross_origin)\//u;
const HEADER_CHECKS = ALL_CHECKS.filter(({ header }) => header !== undefined);
const PAGE = pageOf('<!doctype html><title>Shop</title><p>Text');
const SESSION: HeaderFields[number] = ['Set-Cookie', 'sid=a1b2c3d4e5f6a7b8; Path=/; Secure; HttpOnly; SameSite=Lax'];

describe.each(Object.entries(FAULTS))('the fix of %s', (header, values) => {
  it.each(values)('holds for %j', (value) => {
    for (const beside of BESIDE) {
      const sent: HeaderFields = [
        ['Content-Type', 'text/html'],
        SESSION,
        [header, value],
        ...beside.filter(([name]) => name !== header),
      ];
      for (const check of HEADER_CHECKS) {
        const found = judged(check, { headers: sent, page: PAGE });
        if (!found?.fix || found.deduction === 0) continue;
        const pasted = found.fix.split('\n').map((line) => fieldIn(line, check.header ?? ''));
        const replaced = new Set(pasted.map(([name]) => name));
        const headers = [...sent.filter(([name]) => !replaced.has(name)), ...pasted];
        expect(judged(check, { headers, page: PAGE })?.deduction ?? 0, `${check.id}: ${found.fix}`).toBe(0);
      }
    }
  });
});

it.each([
  ['X-Frame-Options', 'DENY;', 'DENY'],
  ['X-Frame-Options', 'same_origin', 'SAMEORIGIN'],
  ['X-Frame-Options', 'SAME-ORIGIN', 'SAMEORIGIN'],
  ['X-Frame-Options', 'ALLOW-FROM https://deny.example', 'SAMEORIGIN'],
  ['Referrer-Policy', '"no-referrer"', 'no-referrer'],
  ['Referrer-Policy', 'same-origin; x', 'same-origin'],
  ['Referrer-Policy', 'never', 'no-referrer'],
  ['Referrer-Policy', 'always', 'strict-origin-when-cross-origin'],
])('the fix of %s: %s is what was meant', (header, value, fix) => {
  expect(fixOf(header, [[header, value]])).toBe(fix);
});

it('closes frame-ancestors in the policy that opens it, as tightly as X-Frame-Options was meant', () => {
  const open: HeaderFields = [['Content-Security-Policy', "default-src 'self'; frame-ancestors *"]];
  expect(fixOf('X-Frame-Options', open)).toBe("Content-Security-Policy: default-src 'self'; frame-ancestors 'self'");
  expect(fixOf('X-Frame-Options', [...open, ['X-Frame-Options', 'DENY']])).toContain("frame-ancestors 'none'");
  // Snippets replace all fields of the name, so the other policy would be lost.
  expect(fixOf('X-Frame-Options', [['Content-Security-Policy', 'sandbox'], ...open])).toBe(
    "Content-Security-Policy: sandbox, default-src 'self'; frame-ancestors 'self'",
  );
});

/** One below the other, whatever the order: the last field of a name replaces the others, as the snippets do. */
describe.each(['as listed', 'in reverse'])('all fixes of a report, pasted %s', (order) => {
  it.each<[string, HeaderFields]>([
    ['an open policy', [['Content-Security-Policy', "default-src * 'unsafe-inline'; frame-ancestors *"]]],
    [
      'two open policies',
      [
        ['Content-Security-Policy', "script-src 'self'; object-src *; frame-ancestors https:"],
        ['Content-Security-Policy', "script-src 'unsafe-eval'"],
        ['X-Frame-Options', 'ALLOWALL'],
      ],
    ],
    ['a policy that is open to frames only', [['Content-Security-Policy', `${STRICT}; frame-ancestors *`]]],
    [
      'a bit of everything',
      [
        ['Cross-Origin-Opener-Policy', 'same-origin-allow-popup'],
        ['Cross-Origin-Embedder-Policy', 'requirecorp'],
        ['Cross-Origin-Resource-Policy', '*'],
        ['Integrity-Policy', 'blocked-destinations=script'],
        ['Access-Control-Allow-Origin', '*'],
        ['Access-Control-Allow-Credentials', 'true'],
        ['X-Frame-Options', 'ALLOW-FROM https://a.example'],
      ],
    ],
  ])('%s: none of them remains', (_name, sent) => {
    const report = (headers: HeaderFields) => judge(evidenceWith({ headers, page: PAGE }), 'id');
    const faultsOf = (headers: HeaderFields) =>
      resultsOf(report(headers)).filter(({ id, deduction }) => deduction > 0 && FIELD_CHECKS.test(id));
    const found = faultsOf(sent);
    expect(found.length).toBeGreaterThan(2);
    const pasted = found.flatMap(({ fix, header }) =>
      (fix ?? '').split('\n').map((line) => fieldIn(line, header ?? '')),
    );
    if (order === 'in reverse') pasted.reverse();
    const last = new Map([...sent, ...pasted].map(([name, value]) => [name, value]));
    const kept = sent.filter(([name]) => !pasted.some(([other]) => other === name));
    const headers = [...kept, ...[...last].filter(([name]) => pasted.some(([other]) => other === name))];
    expect(faultsOf(headers).map(({ id, outcome }) => `${id} ${outcome}`)).toEqual([]);
  });
});

function fixOf(header: string, headers: HeaderFields): string | null | undefined {
  const check = HEADER_CHECKS.find((one) => one.header === header);
  return check && judged(check, { headers, page: PAGE })?.fix;
}

function fieldIn(line: string, name: string): HeaderFields[number] {
  const [, field = name, value = line] = /^([A-Z]\w*(?:-\w+)+): (.*)$/u.exec(line) ?? [];
  return [field, value];
}
