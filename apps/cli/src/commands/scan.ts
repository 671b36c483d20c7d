import { baselineOf } from '../gates/baseline.ts';
import { checkNames } from '../gates/fail-on.ts';
import { createGates } from '../gates/gates.ts';
import { isExpired } from '../gates/ignores.ts';
import { EXIT, type ExitStatus } from '../exit-status.ts';
import { openOutputs } from '../outputs.ts';
import { startProgress } from '../progress.ts';
import { credentialsFrom } from '../scanning/credentials-from.ts';
import { eachHost } from '../scanning/each-host.ts';
import { openResume } from '../scanning/resume.ts';
import { mustBeWritable } from '../saved-file.ts';
import { readEvidence, readReports } from '../scanning/saved.ts';
import { scannerAtServer } from '../scanning/scan-at-server.ts';
import { browserHere } from '../scanning/browser-here.ts';
import { withReasons } from '../scanning/script-reasons.ts';
import { scannerHere, type Scanner } from '../scanning/scan-here.ts';
import { readSettings, type ScanOptions, type ScanSettings } from '../scanning/settings.ts';
import type { SiteResult } from '../scanning/site-report.ts';
import { targetsFrom } from '../scanning/targets.ts';
import { line, paint } from '../terminal/shown.ts';
import { leaveWithReader, warn } from '../terminal/write.ts';

/** `palisade scan`: targets → results → formats and gates. */
export async function scanSites(urls: string[], options: ScanOptions): Promise<ExitStatus> {
  const settings = await readSettings(urls, options);
  checkNames(settings.failOn, '--fail-on');
  checkNames(settings.ignore.map(({ check }) => check), 'ignore'); // prettier-ignore
  const { baseline: file } = settings;
  const baseline = file === undefined ? undefined : baselineOf(file, await readReports(file));
  const now = new Date();
  const gates = createGates({ ...settings, baseline }, now);
  const targets = settings.from === undefined ? await targetsFrom(settings.urls, settings.list) : [settings.from];
  const ignores = settings.ignore.filter((ignore) => !isExpired(ignore, now));
  const run = settings.from === undefined ? await liveRun(settings) : await savedRun(settings.from, settings);
  if (targets.length > 1 && onlyPrints(settings)) leaveWithReader();
  const outputs = await openOutputs(settings.outputs, { total: targets.length, ignores, now });

  const failed: { url: string; reason: string }[] = [];
  let early: string | undefined;
  try {
    early = await run(targets, async (result) => {
      if (result.ok) gates.see(result.report);
      else failed.push(result);
      await outputs.add(result);
    });
    await outputs.end();
  } catch (error) {
    await outputs.discard();
    throw error;
  }
  for (const remark of gates.remarks()) warn(line`${remark}`);
  return conclude(gates.failures(), failed, targets.length, early);
}

/** Nothing depends on the sites after the reader has left: no gate, no file. */
function onlyPrints({ failUnder, failOn, baseline, ignore, outputs, resume }: ScanSettings): boolean {
  const gates = [failUnder, baseline, ...failOn, ...ignore].some((gate) => gate !== undefined);
  return !gates && resume === undefined && outputs.every(({ file }) => file === null);
}

/** Returns why it ended before all targets were scanned, if it did. */
type Run = (targets: readonly string[], onResult: (result: SiteResult) => Promise<void>) => Promise<string | undefined>;

/** Reads the file at once: of a file that is no evidence, no format must print its head. */
async function savedRun(file: string, { scripts }: ScanSettings): Promise<Run> {
  const report = withReasons(await readEvidence(file), scripts);
  return async (_targets, onResult) => {
    await onResult({ url: report.url, ok: true, report });
    return undefined;
  };
}

async function liveRun(settings: ScanSettings): Promise<Run> {
  if (settings.save !== undefined) await mustBeWritable(settings.save, '--save');
  const scanner = await scannerFor(settings);
  const resume = settings.resume === undefined ? undefined : await openResume(settings.resume);
  const cancel = new AbortController();
  // The first Ctrl-C ends the run in good order, with what is finished; a second one ends it immediately.
  process.once('SIGINT', () => cancel.abort());
  process.once('SIGTERM', () => cancel.abort());
  return async (targets, onResult) => {
    const progress = startProgress(targets.length);
    try {
      await eachHost(
        targets,
        { concurrency: settings.concurrency, signal: cancel.signal },
        async (target) => {
          const earlier = resume?.earlier(target);
          progress.started(target);
          const result =
            earlier ?? (await withOwnSignal(cancel.signal, (signal) => scanner(target, signal, progress.part)));
          if (!earlier) await resume?.keep(result);
          progress.finished(result);
          return result;
        },
        async (result) => {
          progress.clear();
          await onResult(result);
        },
      );
    } finally {
      progress.end();
      await resume?.close();
    }
    if (!cancel.signal.aborted || targets.length === 1) return undefined;
    return `interrupted${settings.resume === undefined ? '' : `; the same command goes on from ${settings.resume}`}`;
  };
}

/** A signal that lives as long as one scan. Signals derived from the run's own would be retained until its end. */
async function withOwnSignal<T>(run: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const own = new AbortController();
  const stop = (): void => own.abort();
  if (run.aborted) stop();
  run.addEventListener('abort', stop, { once: true });
  try {
    return await work(own.signal);
  } finally {
    run.removeEventListener('abort', stop);
  }
}

async function scannerFor({ server, credentials, save, browserPages, scripts }: ScanSettings): Promise<Scanner> {
  if (server) return scannerAtServer(server);
  const { scanner, opened } = scannerHere({
    credentials: await credentialsFrom(credentials),
    save,
    browser: browserPages === undefined ? undefined : await browserHere(browserPages),
  });
  if (opened.length > 0) warn(line`SCAN_ALLOW_CIDRS opens ${opened.join(', ')} to this run`);
  return async (...wanted) => {
    const result = await scanner(...wanted);
    return result.ok ? { ...result, report: withReasons(result.report, scripts) } : result;
  };
}

const SHOWN = 5;

/** If the user gave no scheme and the site has no https, the message suggests http. */
function suggestHttp(target: string, reason: string): string {
  if (target.includes('://') || !/:443\b/u.test(reason)) return '';
  return ` (https was assumed; if the site only supports http, use http://${target.replace(/^\/+/u, '')})`;
}

/** The last line on standard error says why the exit status is not 0. */
function conclude(
  gates: readonly string[],
  failed: readonly { url: string; reason: string }[],
  total: number,
  early: string | undefined,
): ExitStatus {
  if (failed.length > 0) {
    const each = failed
      .slice(0, SHOWN)
      .map(({ url, reason }) => (total === 1 ? reason + suggestHttp(url, reason) : `${url} (${reason})`));
    const more = failed.length > SHOWN ? ` and ${failed.length - SHOWN} more` : '';
    const head = total === 1 ? 'Not scanned' : `Not scanned: ${failed.length} of ${total}`;
    warn(paint('red', `${head}: ${each.join(', ')}${more}`, process.stderr));
  }
  if (early !== undefined) warn(paint('red', early, process.stderr));
  if (gates.length > 0) {
    warn(paint('red', `Gate failed: ${gates.join('; ')}`, process.stderr));
    return EXIT.gateFailed;
  }
  return failed.length > 0 || early !== undefined ? EXIT.notScanned : EXIT.fine;
}
