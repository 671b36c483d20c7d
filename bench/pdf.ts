/**
 * Seconds and memory of rendering: `node --expose-gc --import tsx bench/pdf.ts [reports]`.
 * One JSON line per figure, then a table.
 */
import { assess } from '@palisade/compliance/assess';
import type { Check } from '@palisade/report/check';
import { renderCompliancePdf, renderScanPdf } from '@palisade/pdf/render';
import { sampleReport } from '../packages/pdf/test/sample-report.ts';

const IN_A_ROW = Number(process.argv[2] ?? 100);
const NAMES = { serviceName: 'Palisade', preparedFor: 'Maple & Sons Ltd', preparedBy: 'Ångström Security OÜ' };

interface Figure {
  bench: string;
  pages: number;
  bytes: number;
  wall_s: number;
  cpu_s: number;
  rss_mb: number;
}

const figures: Figure[] = [];

async function measure(bench: string, render: () => Promise<Buffer>): Promise<Figure> {
  const cpu = process.cpuUsage();
  const started = performance.now();
  const pdf = await render();
  const { user, system } = process.cpuUsage(cpu);
  const figure = {
    bench,
    pages: pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0,
    bytes: pdf.length,
    wall_s: round((performance.now() - started) / 1000),
    cpu_s: round((user + system) / 1e6),
    rss_mb: Math.round(process.memoryUsage().rss / 2 ** 20),
  };
  figures.push(figure);
  console.log(JSON.stringify(figure));
  return figure;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

function heapMb(): number {
  globalThis.gc?.();
  return round(process.memoryUsage().heapUsed / 2 ** 20);
}

const report = sampleReport();
await measure('scan report, cold', () => renderScanPdf(report, NAMES));
await measure('scan report, warm', () => renderScanPdf(report, NAMES));
await measure('compliance report, warm', () => renderCompliancePdf(report, assess(report), NAMES));

const many = sampleReport();
many.page_analysis = {
  ...many.page_analysis,
  checks: Array.from({ length: 300 }, (_, index): Check => ({
    id: `page_analysis/finding-${index}`,
    title: `Finding number ${index}`,
    status: 'bad',
    severity: 'minor',
    deduction: 1,
    explanation: 'One of very many.',
    fix: `remove item ${index}`,
    note: null,
    evidence: [`https://cdn.example.net/${index}.js`],
  })),
};
await measure('300 findings', () => renderScanPdf(many, NAMES));

const before = heapMb();
const cpu: number[] = [];
for (let index = 0; index < IN_A_ROW; index += 1) {
  const start = process.cpuUsage();
  await renderScanPdf(report, NAMES);
  const { user, system } = process.cpuUsage(start);
  cpu.push((user + system) / 1e6);
  if (index + 1 === Math.floor(IN_A_ROW / 2))
    console.log(JSON.stringify({ bench: `heap after ${index + 1}`, mb: heapMb() }));
}
const row = {
  bench: `${IN_A_ROW} scan reports in a row`,
  cpu_s_median: round(cpu.toSorted((a, b) => a - b)[Math.floor(cpu.length / 2)] ?? 0),
  heap_mb_before: before,
  heap_mb_after: heapMb(),
  rss_mb: Math.round(process.memoryUsage().rss / 2 ** 20),
};
console.log(JSON.stringify(row));
console.table(figures);
console.table([row]);
