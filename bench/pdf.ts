/**
 * Time and memory of rendering PDFs, in the rendering process: a report of 11 pages cold and warm, 300 findings,
 * and BENCH_REPORTS (default 100) reports in a row. Then what a caller of the API waits for a PDF of a site that
 * answers at once: alone, and with four callers at a time, so the report worker is never idle.
 */
import { readFileSync } from 'node:fs';
import { assess } from '@palisade/compliance/assess';
import { createRenderer } from '@palisade/pdf/renderer';
import type { RenderOrder } from '@palisade/pdf/render-order';
import { resultsOf } from '@palisade/report/findings';
import type { ScanReport } from '@palisade/report/report';
import { manyFindings } from '../packages/pdf/test/many-findings.ts';
import { sampleReport } from '../packages/pdf/test/sample-report.ts';
import { startStack } from '../test/stack.ts';
import { figure, percentile, progress, rounded, table } from './print.ts';
import { count, inFlight } from './stand/clients.ts';
import { startBenchLab } from './stand/lab.ts';

const REPORTS = Number(process.env['BENCH_REPORTS'] ?? 100);
const CALLS = 12;
const CLOCK_TICKS_PER_SECOND = 100;

const names = { serviceName: 'Palisade', preparedFor: 'Maple & Sons Ltd', preparedBy: 'Ångström Security OÜ' };
const scan: RenderOrder = { kind: 'scan', report: sampleReport(), names };
const complianceOrder = (report: ScanReport): RenderOrder => ({
  kind: 'compliance',
  report,
  assessment: assess(resultsOf(report)),
  names,
});
// Kept whatever it contains, so that it can be viewed.
const renderer = createRenderer({ residentMb: 8_192 });

/** Processor seconds of the rendering process so far, including its start. */
function cpuSeconds(): number {
  const pid = renderer.pid();
  if (pid === undefined || process.platform !== 'linux') return 0;
  // proc_pid_stat(5): fields 14 and 15, counted after the name, which may contain spaces.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / CLOCK_TICKS_PER_SECOND;
}

function residentMb(): number {
  const pid = renderer.pid();
  if (pid === undefined || process.platform !== 'linux') return 0;
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Math.round(Number(kilobytes) / 1024);
}

/** The documents' budget; the figure shows how much of it they use. */
const MOST = { warm_cpu_seconds: 0.7, findings_300_cpu_seconds: 6, growth: 1.15 } as const;

function held(limit: keyof typeof MOST, is: number): void {
  figure({
    limit,
    is: rounded(is, 2),
    most: MOST[limit],
    share: rounded(is / MOST[limit], 2),
    held: is <= MOST[limit] ? 'yes' : 'no',
  });
}

/** @returns processor seconds */
async function measure(drawing: string, order: RenderOrder): Promise<number> {
  const [cpu, started] = [cpuSeconds(), performance.now()];
  const pdf = await renderer.render(order);
  const spent = cpuSeconds() - cpu;
  figure({
    drawing,
    pages: pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0,
    kilobytes: Math.round(pdf.length / 1024),
    seconds: rounded((performance.now() - started) / 1000, 2),
    cpu_seconds: rounded(spent, 2),
    resident_mb: residentMb(),
  });
  return spent;
}

await measure('scan report, cold: with the start of the process', scan);
await measure('scan report, second', scan);
await measure('scan report, third', scan);
await measure('compliance report', complianceOrder(sampleReport()));

const times: number[] = [];
const resident: number[] = [];
const cpu = cpuSeconds();
for (let drawn = 1; drawn <= REPORTS; drawn += 1) {
  const started = performance.now();
  await renderer.render(scan);
  times.push(performance.now() - started);
  resident.push(residentMb());
  if (drawn % 20 === 0) progress(`${drawn} of ${REPORTS} in a row`);
}
figure({
  in_a_row: REPORTS,
  median_seconds: rounded(percentile(times, 0.5) / 1000, 2),
  cpu_seconds_each: rounded((cpuSeconds() - cpu) / REPORTS, 2),
  resident_mb_after_10: resident[9] ?? 0,
  resident_mb_after_all: resident.at(-1) ?? 0,
  highest: Math.max(...resident),
});
held('warm_cpu_seconds', (cpuSeconds() - cpu) / REPORTS);
if (REPORTS > 20) held('growth', (resident.at(-1) ?? 0) / (resident[19] ?? 1));
const many = await measure('300 findings, scan report', { kind: 'scan', report: manyFindings(300), names });
await measure('300 findings, compliance report', complianceOrder(manyFindings(300)));
held('findings_300_cpu_seconds', many);
renderer.close();

const lab = await startBenchLab(0);
const stack = await startStack({ env: { ...lab.env, LOG_LEVEL: 'warn' } });
try {
  const { stdout } = await stack.cli('keys', 'create', '--email', 'owner@shop.test');
  const key = /\S+\s*$/.exec(stdout)?.[0].trim() ?? '';
  const call = async (): Promise<void> => {
    const answer = await stack.post('/api/report/pdf', { url: 'https://shop.test/' }, { 'x-api-key': key });
    if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
    await answer.arrayBuffer();
  };
  for (const callers of [1, 4]) {
    if (callers === 1) await call();
    const waited = await inFlight(callers, count(CALLS), call);
    figure({
      api_callers: callers,
      calls: CALLS,
      median_seconds: rounded(percentile(waited, 0.5) / 1000, 2),
      longest_seconds: rounded(Math.max(...waited) / 1000, 2),
    });
  }
} finally {
  await stack.stop();
  lab.close();
}
table();
