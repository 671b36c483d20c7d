import { testDatabase } from '@palisade/db/test-database';
import { publicSigningKeys } from '@palisade/db/signing-keys';
import { createRenderer } from '@palisade/pdf/renderer';
import { ScanReport } from '@palisade/report/report';
import { newSigningKey, type PublicJwk } from '@palisade/signing/signing-key';
import { verifyPdf } from '@palisade/signing/signed-pdf';
import { signReport } from '@palisade/signing/signed-report';
import { verifyFile } from '@palisade/signing/verify-file';
import { expect, it, onTestFinished } from 'vitest';
import { popplerMissing, readPdf } from '../../../packages/pdf/test/poppler.ts';
import { RECORDED } from '../test/paid-report.ts';
import { signedDocuments } from './signed-documents.ts';

it('a document is signed over its bytes, with a key that is published first', async () => {
  await using database = await testDatabase();
  const drawing = createRenderer();
  onTestFinished(() => drawing.close());
  const key = newSigningKey();
  const renderer = signedDocuments(drawing, { db: database.db, signingKey: () => key });
  const served = signReport({ ...RECORDED, report_id: 'x'.repeat(24) }, newSigningKey());
  const report = ScanReport.parse({ ...served, issue_counts: RECORDED.issue_counts });
  const pdf = await renderer.render({ kind: 'scan', report, names: { serviceName: 'Palisade' } });
  const keys = { keys: await publicSigningKeys<PublicJwk>(database.db) };
  const { url, grade, score, scanned_at } = report;
  expect(verifyPdf(pdf, keys)).toMatchObject({ result: 'genuine', claims: { url, grade, score, scanned_at } });
  expect(pdf.toString('latin1').trimEnd().endsWith('%%EOF')).toBe(true);
  if (!popplerMissing()) {
    // The attached report contains more than one column, but can be verified by itself.
    const attached = readPdf(pdf).attachments.get('report.json') ?? '';
    expect(verifyFile(Buffer.from(attached), keys)).toMatchObject({ kind: 'report', result: 'genuine' });
  }
  pdf[1000] = (pdf[1000] ?? 0) ^ 1;
  expect(verifyPdf(pdf, keys).result).toBe('altered');
});
