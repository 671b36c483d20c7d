/** Writes a sample for viewing: `node --import ./packages/pdf/src/register-tsx.ts packages/pdf/test/sample.ts out.pdf` */
import { resultsOf } from '@palisade/report/findings';
import { writeFileSync } from 'node:fs';
import { assess } from '@palisade/compliance/assess';
import { renderCompliancePdf, renderScanPdf } from '../src/render.ts';
import { sampleReport } from './sample-report.ts';

const names = {
  preparedFor: 'Maple & Sons Ltd, शर्मा एंड संस, 株式会社メープル',
  preparedBy: 'Ångström Security OÜ',
  serviceName: 'Palisade',
};
const report = sampleReport();
const out = process.argv[2] ?? 'sample';
writeFileSync(`${out}-scan.pdf`, await renderScanPdf(report, names));
writeFileSync(`${out}-compliance.pdf`, await renderCompliancePdf(report, assess(resultsOf(report)), names));
