import { describe, expect, it } from 'vitest';
import { evidenceWith, factsOf, hop, httpEvidence, judged } from '../../../test/evidence.ts';
import { gatherZone } from '../../../test/dns-evidence.ts';
import { CONTACT, EXPIRES, securityTxtFile } from '../../../test/security-txt-file.ts';
import { securityTxtEvidence } from '../../sections/security-txt.ts';
import { securityTxtChecks } from './all.ts';
import published from './published.ts';

const GOOD = CONTACT + EXPIRES;
const HTML = '<!doctype html><html><body>Contact: us</body></html>';

describe('security_txt/published', () => {
  it.each<[string, ReturnType<typeof securityTxtFile>, string]>([
    ['there', securityTxtFile(GOOD), 'good'],
    ['404', securityTxtFile('', { status: 404, body: null }), 'missing'],
    ['an error of its own', securityTxtFile('', { status: 500, body: null }), 'missing'],
    ['a web page', securityTxtFile(HTML, { content_type: 'text/html' }), 'page'],
    ['a web page called text', securityTxtFile(HTML), 'page'],
    ['an empty file', securityTxtFile(''), 'other'],
    ['an error in plain text', securityTxtFile('404 page not found\n'), 'other'],
    ['an error in JSON', securityTxtFile('{"error":"Not found"}', { content_type: 'application/json' }), 'other'],
    ['a robots.txt', securityTxtFile('User-agent: *\nDisallow: /\n'), 'other'],
    ['only a misspelled field', securityTxtFile('Contacts: mailto:sec@example.test\n'), 'good'],
    ['only a field that is optional', securityTxtFile('Hiring: https://example.test/jobs\n'), 'good'],
    ['empty html', securityTxtFile('not found', { content_type: 'text/html' }), 'page'],
    ['its fields under the wrong type', securityTxtFile(GOOD, { content_type: 'text/html' }), 'good'],
    [
      'redirected to the home page',
      securityTxtFile('welcome', { chain: ['https://example.test/.well-known/security.txt', 'https://example.test/'] }),
      'redirected',
    ],
    [
      'redirected to another file',
      securityTxtFile(GOOD, {
        chain: ['https://example.test/.well-known/security.txt', 'https://cdn.test/x/security.txt'],
      }),
      'good',
    ],
    [
      'redirected to a file with another name',
      securityTxtFile(GOOD, { chain: ['https://example.test/.well-known/security.txt', 'https://cdn.test/x/sec'] }),
      'good',
    ],
    [
      'redirected to another file with a contact',
      securityTxtFile('Contact: me@example.test\n', {
        chain: ['https://example.test/.well-known/security.txt', 'https://example.test/humans.txt'],
      }),
      'redirected',
    ],
    [
      'redirected over http',
      securityTxtFile(GOOD, {
        chain: [
          'https://example.test/.well-known/security.txt',
          'http://www.example.test/security.txt',
          'https://www.example.test/security.txt',
        ],
      }),
      'http',
    ],
    [
      'over http',
      securityTxtFile(GOOD, {
        url: 'http://example.test/.well-known/security.txt',
        chain: ['http://example.test/.well-known/security.txt'],
      }),
      'http',
    ],
  ])('%s', (_name, evidence, outcome) => {
    expect(judged(published, { security_txt: evidence })?.outcome).toBe(outcome);
  });

  it.each([429, 503, 522])('%i says nothing about the file, whatever else is not there', (status) => {
    const attempts = [
      ...securityTxtFile('', { status, body: null }).attempts,
      ...securityTxtFile('', { url: 'https://example.test/security.txt', status: 404, body: null }).attempts,
    ];
    expect(judged(published, { security_txt: { attempts } })).toMatchObject({
      status: 'unknown',
      note: `Not assessed: the server answered ${status}`,
    });
  });

  it.each([
    ['refused like the page', 403, { status: 403, body: null }, 'unknown'],
    ['a visitor check like the page', 403, { status: 200, body: HTML, content_type: 'text/html' }, 'unknown'],
    ['absent although the page is refused', 403, { status: 404, body: null }, 'missing'],
    ['refused although the page is not', 200, { status: 403, body: null }, 'missing'],
  ])('%s', (_name, status, attempt, expected) => {
    const http = httpEvidence([hop({ status, headers: status === 403 ? [['cf-mitigated', 'challenge']] : [] })]);
    const security_txt = securityTxtFile('', attempt);
    expect(judged(published, { http, security_txt })?.status).toBe(expected);
    const { present } = securityTxtEvidence(evidenceWith({ http, security_txt }), factsOf({ http, security_txt }));
    expect(present).toBe(expected === 'unknown' ? null : false);
  });

  it('finds the file at the root', () => {
    const attempts = [
      ...securityTxtFile('', { status: 404, body: null }).attempts,
      ...securityTxtFile(GOOD, {
        url: 'https://example.test/security.txt',
        chain: ['https://example.test/security.txt'],
      }).attempts,
    ];
    expect(judged(published, { security_txt: { attempts } })?.outcome).toBe('root');
  });

  it('does not report a missing response as a missing file', () => {
    const evidence = securityTxtFile('', {
      status: null,
      body: null,
      failure: 'it did not answer in time',
      blame: 'site',
    });
    expect(judged(published, { security_txt: evidence })).toMatchObject({
      status: 'unknown',
      note: 'Not assessed: it did not answer in time',
    });
    expect(
      securityTxtEvidence(evidenceWith({ security_txt: evidence }), factsOf({ security_txt: evidence })).present,
    ).toBeNull();
  });

  it('uses the attempt with a response', () => {
    const silent = securityTxtFile('', { status: null, body: null, failure: 'refused', blame: 'site' }).attempts;
    const absent = securityTxtFile('', {
      status: 404,
      body: null,
      url: 'http://example.test/.well-known/security.txt',
    }).attempts;
    expect(judged(published, { security_txt: { attempts: [...silent, ...absent] } })?.outcome).toBe('missing');
  });

  it.each<[string, string[], string]>([
    ['', [], 'Contact: mailto:security@example.test'],
    ['of a domain without mail servers', ['@ A 192.0.2.1'], 'Contact: mailto:security@example.test'],
    // RFC 7505: senders give up at once.
    ['of a domain that accepts no mail', ['@ MX 0 .'], 'Contact: https://example.test/report-a-vulnerability'],
  ])('suggests a file that this check accepts %s', async (_name, zone, contact) => {
    const seen = zone.length > 0 ? { dns: (await gatherZone(zone)).dns } : {};
    const missing = judged(published, { ...seen, security_txt: securityTxtFile('', { status: 404, body: null }) });
    expect(missing?.fix?.split('\n')).toContain(contact);
    const security_txt = securityTxtFile(missing?.fix ?? '');
    expect(securityTxtChecks.map((check) => judged(check, { security_txt })?.outcome)).toEqual([
      'good',
      'good',
      'good',
      'good',
    ]);
  });

  it('suggests a file for another port', () => {
    const target = { url: 'https://example.test:8443/', port: 8443 };
    const missing = judged(published, { target, security_txt: securityTxtFile('', { status: 404, body: null }) });
    const url = 'https://example.test:8443/.well-known/security.txt';
    const security_txt = securityTxtFile(missing?.fix ?? '', { url, chain: [url] });
    expect(securityTxtChecks.map((check) => judged(check, { target, security_txt })?.outcome)).toEqual(
      securityTxtChecks.map(() => 'good'),
    );
  });

  it('never scores a faulty file lower than a missing one', () => {
    const none = judged(published, { security_txt: securityTxtFile('', { status: 404, body: null }) })?.deduction ?? 0;
    const worst = securityTxtFile('nonsense', { content_type: 'image/png', bom: true, utf8: false });
    const http = 'http://example.test/.well-known/security.txt';
    for (const security_txt of [
      worst,
      securityTxtFile('nonsense', { url: http, chain: [http], content_type: 'image/png' }),
    ]) {
      const sum = securityTxtChecks.reduce(
        (total, check) => total + (judged(check, { security_txt })?.deduction ?? 0),
        0,
      );
      expect(sum).toBeGreaterThan(0);
      expect(sum).toBeLessThanOrEqual(none);
    }
  });
});

it('the section shows the fields', () => {
  expect(
    securityTxtEvidence(
      evidenceWith({ security_txt: securityTxtFile(GOOD) }),
      factsOf({ security_txt: securityTxtFile(GOOD) }),
    ),
  ).toMatchObject({
    present: true,
    contacts: ['mailto:sec@example.test'],
    expires: '2027-06-01T00:00:00.000Z',
    signed: 'none',
  });
});
