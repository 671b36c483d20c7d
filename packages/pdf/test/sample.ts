/** Writes a sample to look at: `node --import tsx packages/pdf/test/sample.ts out.pdf` */
import { writeFileSync } from 'node:fs';
import { renderScanPdf } from '../src/render.ts';
import { sampleReport } from './sample-report.ts';

const started = performance.now();
const pdf = await renderScanPdf(sampleReport(), {
  preparedFor: 'Maple & Sons Ltd, शर्मा एंड संस, 株式会社メープル',
  preparedBy: 'Ångström Security OÜ',
  serviceName: 'Palisade',
});
console.log(pdf.length, 'bytes', Math.round(performance.now() - started), 'ms');
writeFileSync(process.argv[2] ?? 'sample.pdf', pdf);
