import { expect, it } from 'vitest';
import { judged } from '../../../test/evidence.ts';
import { CONTACT, EXPIRES, securityTxtFile } from '../../../test/security-txt-file.ts';
import contact from './contact.ts';
import expires from './expires.ts';
import format from './format.ts';

const GOOD = CONTACT + EXPIRES;
const SIGNED = `-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\n${GOOD}-----BEGIN PGP SIGNATURE-----\n\niHUEARYIAB0WIQT37Ivr\n=qBXj\n-----END PGP SIGNATURE-----\n`;

it.each<[string, Parameters<typeof securityTxtFile>, string, string?]>([
  ['plain', [GOOD], 'good'],
  ['CRLF', [GOOD.replaceAll('\n', '\r\n')], 'good'],
  ['signed without Canonical', [SIGNED], 'remarks', 'has no Canonical'],
  ['signed', [SIGNED.replace(CONTACT, `${CONTACT}Canonical: https://example.test/.well-known/security.txt\n`)], 'good'],
  ['broken armor', [SIGNED.replace('iHUEARY', 'iHU*ARY')], 'faulty', 'not base64'],
  ['content type without charset', [GOOD, { content_type: 'text/plain' }], 'good'],
  ['html', [GOOD, { content_type: 'text/html; charset=utf-8' }], 'faulty', 'text/html'],
  ['no type', [GOOD, { content_type: null }], 'faulty', 'Content-Type'],
  ['latin-1 charset', [GOOD, { content_type: 'text/plain; charset=iso-8859-1' }], 'faulty', 'iso-8859-1'],
  ['latin-1 bytes', [GOOD, { utf8: false }], 'faulty', 'UTF-8'],
  ['byte order mark', [`\ufeff${GOOD}`, { bom: true }], 'faulty', 'byte order mark'],
  ['no last line end', [GOOD.trimEnd()], 'faulty', 'does not end with a line break'],
  ['cut by us within a line', [`${GOOD}# a comm`, { truncated: true }], 'good'],
  ['cut by us within a field', [`${GOOD}Poli`, { truncated: true }], 'good'],
  ['space before the colon', [`${EXPIRES}Contact : mailto:s@a.test\n`], 'faulty', 'white space before'],
  ['no space after the colon', [`${GOOD}Policy:https://a.test/\n`], 'faulty', 'no space after'],
  ['empty value', [`${GOOD}Policy:\n`], 'faulty', 'no value'],
  ['no colon', [`${GOOD}hello\n`], 'faulty', 'neither a field nor a comment'],
  ['http link', [`${GOOD}Policy: http://a.test/\n`], 'faulty', 'must use https'],
  ['key in DNS', [`${GOOD}Encryption: dns:5d2d37._openpgpkey.a.test?type=OPENPGPKEY\n`], 'good'],
  ['unknown field', [`${GOOD}Foo: bar\n`], 'remarks', 'unknown field Foo'],
  ['misspelled field', [`${GOOD}Acknowledgements: https://a.test/\n`], 'remarks', 'Acknowledgments?'],
  ['languages', [`${GOOD}Preferred-Languages: en, de-AT\n`], 'good'],
  ['bad language', [`${GOOD}Preferred-Languages: english_us\n`], 'faulty', 'language tag'],
  ['a language by its name', [`${GOOD}Preferred-Languages: English\n`], 'faulty', 'language tag'],
  ['languages twice', [`${GOOD}Preferred-Languages: en\nPreferred-Languages: de\n`], 'faulty', '2 times'],
  ['own canonical', [`${GOOD}Canonical: https://example.test/.well-known/security.txt\n`], 'good'],
  [
    'foreign canonical',
    [`${GOOD}Canonical: https://other.test/.well-known/security.txt\n`],
    'faulty',
    'no Canonical field has',
  ],
  ['CSAF', [`${GOOD}CSAF: https://a.test/.well-known/csaf/provider-metadata.json\n`], 'good'],
  ['CSAF elsewhere', [`${GOOD}CSAF: https://a.test/csaf\n`], 'faulty', 'provider-metadata'],
  ['unfinished signature', [SIGNED.replace(/-----BEGIN PGP SIGNATURE[^]*/u, '')], 'faulty', 'no complete signature'],
  ['text after the signature', [`${SIGNED}Policy: https://a.test/\n`], 'faulty', 'after the signature'],
])('%s', (_name, file, outcome, mention) => {
  const verdict = judged(format, { security_txt: securityTxtFile(...file) });
  expect(verdict?.outcome).toBe(outcome);
  if (mention) expect(verdict?.evidence.join('\n')).toContain(mention);
});

it.each([0, 1])('accepts a Canonical that names end %i of the redirects', (end) => {
  const chain = ['https://example.test/.well-known/security.txt', 'https://cdn.test/x/security.txt'];
  const body = `${GOOD}Canonical: ${chain[end]}\n`;
  expect(judged(format, { security_txt: securityTxtFile(body, { chain }) })?.outcome).toBe('good');
});

it.each<[string, Parameters<typeof securityTxtFile>, string]>([
  ['languages by name', [`${GOOD}Preferred-Languages: English, German\n`], 'Preferred-Languages: en, de'],
  ['languages twice', [`${GOOD}Preferred-Languages: en\nPreferred-Languages: de\n`], 'Preferred-Languages: en, de'],
  ['an underscore', [`${GOOD}Preferred-Languages: en_US\n`], 'Preferred-Languages: en-US'],
  [
    'http',
    [`${GOOD}Policy: http://a.test/p\nHiring: http://a.test/j\n`],
    'Policy: https://a.test/p\nHiring: https://a.test/j',
  ],
  [
    'a canonical over http',
    [`${GOOD}Canonical: http://example.test/.well-known/security.txt\n`],
    'Canonical: https://example.test/.well-known/security.txt',
  ],
])('the fix has the lines to write: %s', (_name, file, lines) => {
  const { fix } = judged(format, { security_txt: securityTxtFile(...file) }) ?? {};
  expect(fix).toBe(`# In place of the faulty lines:\n${lines}`);
});

it('says that other lines have to be corrected too', () => {
  const fixOf = (body: string) => judged(format, { security_txt: securityTxtFile(body) })?.fix;
  expect(fixOf(`${GOOD}Policy: http://a.test/\nhello\n`)).toBe(
    '# In place of the faulty lines:\nPolicy: https://a.test/\n# Correct the other listed lines, too.',
  );
  expect(fixOf(`${GOOD}hello\n`)).toBe('# Correct the listed lines.');
});

// RFC 9116 §2.3: the signature is over the text that the fix changes.
it.each([contact, expires, format])('the fix of a signed file includes its signature: $id', (check) => {
  const text = SIGNED.replace(GOOD, 'Contact: me@a.test\nExpires: 2020-01-01T00:00:00Z\nPolicy: http://a.test/\n');
  expect(judged(check, { security_txt: securityTxtFile(text) })?.fix).toContain('\n# Then sign the file again.');
});

it('another place of the file stays', () => {
  const file = securityTxtFile(`${GOOD}Canonical: https://www.example.test/.well-known/security.txt\n`);
  expect(judged(format, { security_txt: file })?.fix).toBe(
    '# Add this line:\nCanonical: https://example.test/.well-known/security.txt',
  );
});

it.each([
  [SIGNED.replace('Contact:', 'Contact :'), 'line 4: white space before the colon of "Contact"'],
  [` Policy: https://a.test/\n${GOOD}`, 'line 1: white space before "Policy"'],
])('says where in the file: %j', (body, fault) => {
  expect(judged(format, { security_txt: securityTxtFile(body) })?.evidence).toContain(fault);
});

it('the type is only in the fix if it is wrong', () => {
  const { fix } = judged(format, { security_txt: securityTxtFile(GOOD, { content_type: 'text/html' }) }) ?? {};
  expect(fix).toBe('# Serve it as Content-Type: text/plain; charset=utf-8, without a byte order mark.');
});

it('a signed file without the empty line is a malformed one, and no other file', () => {
  const body = SIGNED.replace(/\n\n/u, '\n');
  const verdict = judged(format, { security_txt: securityTxtFile(body) });
  expect(verdict?.outcome).toBe('faulty');
  expect(verdict?.evidence).toContain('the signed message lacks the empty line after its headers');
});
