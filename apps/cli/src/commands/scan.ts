import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { readScanConfig } from '@palisade/config/scan-config';
import { GRADES, type Grade, type ScanReport } from '@palisade/report/report';
import { NetworkFault, TargetRefused } from '@palisade/scanner/errors';
import { Evidence } from '@palisade/scanner/evidence';
import { judge } from '@palisade/scanner/judge';
import { policyFrom } from '@palisade/scanner/policy';
import { scan } from '@palisade/scanner/scan';
import { renderReport } from '../render-report.ts';
import { startProgress } from '../progress.ts';
import { UsageError } from '../usage-error.ts';

/** A saved scan is judged under this id, so that judging it twice gives the same bytes. */
const OFFLINE_ID = '00000000-0000-4000-8000-000000000000';

/** Exit status: 0 fine, 1 below --fail-under, 2 usage, 3 no report. */
export async function run(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      json: { type: 'boolean', default: false },
      'fail-under': { type: 'string' },
      save: { type: 'string' },
      from: { type: 'string' },
    },
  });
  const threshold = values['fail-under'];
  if (threshold !== undefined && !isGrade(threshold)) {
    throw new UsageError(`--fail-under takes one of ${GRADES.join(', ')}, not "${threshold}"`);
  }
  const [url] = positionals;
  if (positionals.length > 1) throw new UsageError('scan takes one URL');
  if ((url === undefined) === (values.from === undefined))
    throw new UsageError('give a URL, or saved evidence with --from');

  let report: ScanReport;
  if (values.from !== undefined) {
    report = judge(await readEvidence(values.from), OFFLINE_ID);
  } else {
    const done = await scanHere(url ?? '');
    if (done === null) return 3;
    if (values.save !== undefined) await writeFile(values.save, `${JSON.stringify(done.evidence, null, 2)}\n`);
    report = done.report;
  }
  console.log(values.json ? JSON.stringify(report, null, 2) : renderReport(report));
  return threshold !== undefined && GRADES.indexOf(report.grade) > GRADES.indexOf(threshold) ? 1 : 0;
}

async function scanHere(url: string): Promise<{ evidence: Evidence; report: ScanReport } | null> {
  const config = readScanConfig();
  const policy = policyFrom({ ...config, PORT: 0 });
  if (policy.allowCidrs.length > 0)
    console.error(`SCAN_ALLOW_CIDRS opens ${policy.allowCidrs.join(', ')} to this scan`);
  const cancel = new AbortController();
  process.once('SIGINT', () => cancel.abort());
  const progress = startProgress(url);
  try {
    return await scan(url, {
      policy,
      timeoutMs: config.SCAN_TIMEOUT_MS,
      signal: cancel.signal,
      onProgress: progress.done,
    });
  } catch (error) {
    if (!(error instanceof TargetRefused || error instanceof NetworkFault)) throw error;
    progress.clear();
    console.error(`No report: ${error.message}`);
    return null;
  } finally {
    progress.clear();
  }
}

/** @throws Error in one line when the file is not evidence this version understands */
export async function readEvidence(file: string): Promise<Evidence> {
  let content: unknown;
  try {
    content = JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    throw new Error(`${file} cannot be read as JSON: ${(error as Error).message}`, { cause: error });
  }
  const parsed = Evidence.safeParse(content);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new Error(`${file} is not evidence of this version: ${issue?.path.join('.')} ${issue?.message}`);
  }
  return parsed.data;
}

function isGrade(text: string): text is Grade {
  return (GRADES as readonly string[]).includes(text);
}
