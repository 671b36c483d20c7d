import { expect, it } from 'vitest';
import { actionFor, riskOf } from '@palisade/report/action-for';
import type { ActionKind } from '@palisade/report/action-kind';
import { ACTION_KINDS } from '@palisade/report/action-kinds';
import { actionsOf } from '@palisade/report/actions';
import { findingsOf } from '@palisade/report/findings';
import { scoreWithout } from '@palisade/report/rescore';
import { ALL_CHECKS } from '../src/checks/all.ts';
import { judge } from '../src/judge.ts';
import { evidenceWith, pageWith } from './evidence.ts';

it('each check belongs to one kind of action, and each kind has a check', () => {
  const used = new Set(ALL_CHECKS.map(({ id }) => actionFor({ id, outcome: '' })));
  expect([...used].toSorted()).toEqual(Object.keys(ACTION_KINDS).toSorted());
  const starts = Object.values(ACTION_KINDS).flatMap(({ checks }) => [...checks] as string[]);
  for (const { id } of ALL_CHECKS)
    expect(
      starts.some((start) => id.startsWith(start)),
      id,
    ).toBe(true);
});

it.each<[string, string[], string[]]>([
  ['a missing header', [], []],
  ['an unsafe header', ['unsafe-url'], []],
  ['an element without a header', [], ['unsafe-url']],
  ['an element over a good header', ['no-referrer'], ['no-referrer-when-downgrade']],
  ['an element over an unsafe header', ['unsafe-url'], ['origin']],
  ['a good element over an unsafe header', ['unsafe-url'], ['no-referrer']],
])('pasting the snippet of an action gives the promised score: %s', (_name, header, element) => {
  const fieldsOf = (values: string[]) => values.map((value): [string, string] => ['Referrer-Policy', value]);
  const judged = (headers: [string, string][], meta_referrer: string[]) =>
    judge(evidenceWith({ headers, page: pageWith({ meta_referrer }) }), 'promise');
  const before = judged(fieldsOf(header), element);
  const actions = actionsOf(before);

  const pasted = actions.flatMap(({ findings }) => findings.filter(({ snippets }) => snippets !== null));
  const sent = pasted.map(({ header: name, fix }): [string, string] => [name ?? '', fix ?? '']);
  const kept = fieldsOf(header).filter(([name]) => sent.every(([other]) => other !== name));
  const after = judged([...kept, ...sent], element);
  expect(after.score).toBeGreaterThanOrEqual(scoreWithout(before, new Set(pasted.map(({ id }) => id))));

  const inPage = actions.find(({ name }) => name === 'page');
  expect(inPage?.blocks ?? []).toEqual([]);
  const left = findingsOf(after).filter(({ id }) => id === 'headers/referrer-policy');
  expect(left.map(({ id }) => id)).toEqual(inPage?.findings.map(({ id }) => id) ?? []);
  for (const { fix } of left) {
    const [, content = ''] = /^<meta name="referrer" content="([^"]+)">$/u.exec(fix ?? '') ?? [];
    expect(judged([...kept, ...sent], [content]).headers['Referrer-Policy']?.status).toBe('good');
  }
});

/** A summary must be true of what was found, not only of the worst that its kind of work can fix. */
it.each<[string, string, string, RegExp]>([
  ['headers/content-security-policy', 'missing', 'headers', /no header makes browsers stop injected scripts/u],
  ['headers/content-security-policy', 'reused_nonce', 'headers', /the policy leaves something open/u],
  ['headers/strict-transport-security', 'missing', 'headers', /a visitor’s first request/u],
  ['headers/permissions-policy', 'missing', 'headers', /fewer protections/u],
  ['headers/x-frame-options', 'missing', 'headers', /tricked into clicks/u],
  ['headers/x-frame-options', 'missing_on_data', 'headers', /show the response in a frame\.$/u],
  ['headers/x-content-type-options', 'missing', 'headers', /guess the type/u],
  ['headers/referrer-policy', 'full_url', 'headers', /the full URLs/u],
  ['headers/referrer-policy', 'origin_in_clear', 'headers', /fewer protections/u],
  ['headers/cache-control', 'shared', 'headers', /stay in a cache/u],
  ['headers/content-security-policy-report-only', 'x', 'headers', /fewer protections/u],
  ['headers/access-control-allow-origin', 'wildcard', 'cors', /visitors who are not signed in/u],
  ['cors/reading', 'reflects', 'cors', /visitors who are not signed in/u],
  ['cors/reading', 'reflects_credentials', 'cors', /signed-in visitors/u],
  ['cors/reading', 'invalid', 'cors', /Browsers block requests/u],
  ['tls/certificate-trust', 'incomplete', 'certificate', /Some clients reach the site/u],
  ['tls/certificate-trust', 'unreachable_issuer', 'certificate', /Browsers show visitors a warning/u],
  ['page_analysis/vulnerable-library', 'hijacked', 'page', /has served malware/u],
  ['page_analysis/vulnerable-library', 'high', 'software', /published/u],
  ['cookies/secure', 'session_hsts', 'cookies', /signed in as that visitor/u],
  ['cookies/secure', 'other', 'cookies', /Cookies can be read or changed/u],
  ['dns/dmarc', 'none_unwatched', 'mail', /Anyone can send mail as the domain/u],
  ['dns/dmarc', 'ignored_values', 'mail', /less able to tell forged mail/u],
  ['dns/spf', 'broken_open', 'mail', /Anyone can send mail as the domain/u],
  ['dns/spf', 'ptr', 'mail', /less able to tell forged mail/u],
  ['dns/mta-sts', 'policy_missing', 'mail_servers', /can be read on its way/u],
  ['dns/mail-encryption', 'clear', 'mail_servers', /can be read on its way/u],
  ['dns/caa', 'missing', 'zone', /go unnoticed/u],
  ['dns/name-servers', 'dangling', 'zone', /to their own server/u],
  ['redirects/chain', 'loop', 'redirects', /do not reach the page/u],
  ['redirects/http-to-https', 'off_host', 'redirects', /intercept the first request/u],
  ['redirects/http-to-https', 'served', 'https', /can read and change/u],
  ['tls/modern-versions', 'no_tls13', 'tls', /protected less well/u],
  ['tls/legacy-versions', 'tls10', 'tls', /attacks are known/u],
  ['tls/forward-secrecy', 'optional', 'tls', /protected less well/u],
  ['tls/forward-secrecy', 'never', 'tls', /records the traffic/u],
  ['tls/cipher-preference', 'http2_refused', 'tls', /show an error/u],
  ['tls/certificate-validity', 'expired', 'certificate', /show visitors a warning, or/u],
  ['tls/certificate-validity', 'soon', 'certificate', /once the certificate has expired/u],
  ['tls/chain-order', 'disordered', 'certificate', /less protection, or not at all/u],
  ['page_analysis/insecure-form', 'open', 'page', /on the network path/u],
  ['page_analysis/subresource-integrity', 'missing', 'page', /takes over another site/u],
  ['page_analysis/subresource-integrity', 'never_matches', 'page', /do not load/u],
])('%s %s', (id, outcome, name, words) => {
  expect(actionFor({ id, outcome })).toBe(name);
  expect(riskOf(actionFor({ id, outcome }), [{ id, outcome }])).toMatch(words);
});

it('every finding that decides a risk exists', () => {
  const faults = ALL_CHECKS.flatMap(({ id, outcomes }) =>
    Object.entries(outcomes).flatMap(([outcome, { status }]) => (status === 'good' ? [] : [`${id} ${outcome}`])),
  );
  for (const { risks = [] } of Object.values<ActionKind>(ACTION_KINDS))
    for (const start of risks.flatMap(({ of }) => of))
      expect(
        faults.some((fault) => fault.startsWith(start)),
        start,
      ).toBe(true);
});

it('the risk is that of the findings with the severity shown', () => {
  const headers: [string, string][] = [['Content-Type', 'application/json']];
  const [worst] = actionsOf(judge(evidenceWith({ headers }), 'id'));
  // For data, the missing policy is minor. What is critical is the missing Strict-Transport-Security.
  expect(worst).toMatchObject({
    name: 'headers',
    severity: 'critical',
    risk: expect.stringContaining('first request') as string,
  });
});
