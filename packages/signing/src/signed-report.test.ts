import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { currentSigningKey, rotateSigningKey } from './key-file.ts';
import { signReport, verifyReport } from './signed-report.ts';
import { signPdf, verifyPdf } from './signed-pdf.ts';
import { newSigningKey, readSigningKey, signingKeyPem } from './signing-key.ts';

const key = newSigningKey();
const keys = { keys: [newSigningKey().jwk, key.jwk] };
const report = {
  report_id: 'abc',
  url: 'https://example.com/',
  grade: 'B',
  score: 71,
  scanned_at: '2026-11-22T03:00:00.000Z',
  headers: { 'X-Frame-Options': { present: false, value: null }, weird: 'é😀\u2028' },
};
const claims = { report_id: 'abc', url: report.url, grade: 'B', score: 71, scanned_at: report.scanned_at };

describe('a signed report', () => {
  it('is genuine unchanged, reordered, and formatted by another tool', () => {
    const signed = signReport(report, key);
    const genuine = { result: 'genuine', kid: key.kid, claims };
    expect(verifyReport(JSON.parse(JSON.stringify(signed)), keys)).toEqual(genuine);
    const reordered = Object.fromEntries(Object.entries(signed).toReversed());
    expect(verifyReport(JSON.parse(JSON.stringify(reordered, null, 4)), keys)).toEqual(genuine);
  });

  it.each([
    ['a better grade', { grade: 'A' }],
    ['another site', { url: 'https://example.org/' }],
    ['an extra member', { extra: true }],
    ['a lone surrogate', { url: '\ud83d' }],
    ['a member in the signature', { signature: { ...signReport(report, key).signature, note: 'grade A+' } }],
  ])('is altered with %s', (_name, change) => {
    expect(verifyReport({ ...signReport(report, key), ...change }, keys)).toMatchObject({ result: 'altered' });
  });

  it('is altered with a member removed, or another of our signatures', () => {
    const { headers: _gone, ...rest } = signReport(report, key);
    expect(verifyReport(rest, keys)).toMatchObject({ result: 'altered' });
    const other = signReport({ ...report, grade: 'A' }, key);
    expect(verifyReport({ ...report, signature: other.signature }, keys)).toMatchObject({ result: 'altered' });
  });

  it.each([
    ['no signature', report],
    ['an invalid signature', { ...report, signature: 'x' }],
    ['another algorithm', { ...report, signature: { alg: 'none', kid: key.kid, value: '' } }],
    ['a key that is not ours', signReport(report, newSigningKey())],
    ['no report at all', [1]],
    ['null', null],
    ['something else that we signed', signReport({ hello: 1 }, key)],
  ])('is unknown with %s', (_name, content) => {
    expect(verifyReport(content, keys)).toMatchObject({ result: 'unknown' });
  });
});

describe('a signed PDF', () => {
  const pdf = Buffer.from(
    '%PDF-1.7\n1 0 obj\n<</Type/Catalog>>\nendobj\nxref\n0 1\ntrailer\n<<>>\nstartxref\n42\n%%EOF\n',
  );
  const signed = signPdf(pdf, { ...claims, url: 'https://example.com/ü' }, key);

  it('is genuine, with its claims, and still ends as a PDF does', () => {
    expect(verifyPdf(signed, keys)).toEqual({
      result: 'genuine',
      kid: key.kid,
      claims: { ...claims, url: 'https://example.com/ü' },
    });
    expect(signed.toString('latin1').endsWith('startxref\n42\n%%EOF\n')).toBe(true);
    expect(signed.indexOf('xref')).toBe(pdf.indexOf('xref'));
  });

  it('is altered by any change of any byte', () => {
    for (let at = 0; at < signed.length; at += 1) {
      const changed = Buffer.from(signed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(verifyPdf(changed, keys).result, `byte ${at}`).not.toBe('genuine');
    }
    expect(verifyPdf(Buffer.concat([signed, Buffer.from('\n')]), keys).result).toBe('altered');
    expect(verifyPdf(signed.subarray(0, -1), keys).result).toBe('altered');
  });

  it('is altered when another document is appended, and unknown without a signature', () => {
    const update = Buffer.from('1 0 obj\n<</Evil true>>\nendobj\nstartxref\n9\n%%EOF\n');
    expect(verifyPdf(Buffer.concat([signed, update]), keys).result).toBe('altered');
    expect(verifyPdf(pdf, keys).result).toBe('unknown');
    expect(verifyPdf(Buffer.alloc(0), keys).result).toBe('unknown');
    expect(verifyPdf(signPdf(pdf, claims, newSigningKey()), keys).result).toBe('unknown');
  });
});

describe('the key', () => {
  it('is created once under DATA_DIR, for this user only, and replaced by rotation', async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'palisade-key-'));
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
    const current = currentSigningKey({ dataDir, given: undefined });
    const first = current();
    expect(currentSigningKey({ dataDir, given: undefined })().kid).toBe(first.kid);
    expect((await stat(path.join(dataDir, 'report-signing-key.pem'))).mode & 0o777).toBe(0o600);
    const second = rotateSigningKey(dataDir);
    expect(second.kid).not.toBe(first.kid);
    // A running process picks up the new key.
    expect(current().kid).toBe(second.kid);
    expect((await stat(path.join(dataDir, 'report-signing-key.pem'))).mode & 0o777).toBe(0o600);
  });

  it('can be given as PEM, with escaped newlines, or in one line', () => {
    const pem = signingKeyPem(key);
    for (const given of [pem, pem.replaceAll('\n', String.raw`\n`), Buffer.from(pem).toString('base64')]) {
      expect(readSigningKey(given).kid).toBe(key.kid);
    }
    expect(() => readSigningKey('my secret text')).toThrow(/^(?!.*my secret)/);
  });

  it('RFC 8037 appendix A.3: its id is the thumbprint', () => {
    // The private key of RFC 8037 A.1 behind the fixed PKCS #8 prefix of RFC 8410 §7.
    const seed = Buffer.from('nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A', 'base64url');
    const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]);
    const pem = `-----BEGIN PRIVATE KEY-----\n${der.toString('base64')}\n-----END PRIVATE KEY-----\n`;
    expect(readSigningKey(pem).kid).toBe('kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k');
  });
});
