import { randomUUID } from 'node:crypto';
import type { ScanReport } from '@palisade/report/report';
import { NetworkFault, ScanCancelled } from './errors.ts';
import type { Evidence } from './evidence.ts';
import { evidenceText } from './evidence-text.ts';
import { visitInTime, type VisitInBrowser } from './gather/browser.ts';
import { gather, type Observe, type OnProgress } from './gather/gather.ts';
import { secretsOf, type Credentials } from './gather/net/credentials.ts';
import type { EgressPolicy } from './gather/net/egress.ts';
import { createEgress } from './gather/net/create-egress.ts';
import { timeLimit } from './gather/net/deadline.ts';
import { judgeInTurns } from './judge.ts';
import { parseTarget } from './parse-target.ts';

export interface ScanOptions {
  policy: EgressPolicy;
  /** Deadline of the complete scan in milliseconds. */
  timeoutMs: number;
  /** Aborts the scan if no caller waits for it any more. */
  signal?: AbortSignal;
  scanId?: string;
  onProgress?: OnProgress;
  observe?: Observe;
  /** Sent only to the origin of the URL. Never part of the evidence. */
  credentials?: Credentials;
  /** The evidence leaves the service, so secret parameters of the scanned URL are masked, too. */
  maskTarget?: boolean;
  /** Loads the page in a browser, started at the beginning of the scan. What is not ready in time is missing. */
  browser?: VisitInBrowser;
}

export interface Scan {
  evidence: Evidence;
  /** The `evidenceText` of the evidence. */
  text: string;
  report: ScanReport;
}

/**
 * gather → judge → score → report, in this process.
 * @param url as the caller typed it; without a scheme, `https://` is prepended
 * @throws TargetRefused (400), NetworkFault (502), ScanCancelled
 */
export async function scan(url: string, options: ScanOptions): Promise<Scan> {
  const target = parseTarget(url, options.policy);
  const deadline = timeLimit(options.signal, options.timeoutMs);
  const { signal } = deadline;
  const { credentials } = options;
  const access = credentials && { origin: new URL(target.url).origin, credentials };
  const egress = createEgress(options.policy, access);
  const over = new AbortController();
  const masking = {
    target: options.maskTarget === true,
    presented: credentials ? secretsOf(credentials) : [],
  };
  try {
    const context = { target, egress, signal, masking, userAgent: options.policy.userAgent };
    const browser =
      options.browser &&
      visitInTime(options.browser, target, AbortSignal.any([signal, over.signal]), options.timeoutMs);
    const evidence = await gather(context, options.onProgress, options.observe, browser);
    const text = evidenceText(evidence);
    const judged = () => judgeInTurns(evidence, options.scanId ?? randomUUID(), text);
    return { evidence, text, report: await (options.observe?.('judge', judged) ?? judged()) };
  } catch (error) {
    if (options.signal?.aborted) throw new ScanCancelled('the scan was cancelled', { cause: error });
    if (signal.aborted && !(error instanceof NetworkFault)) {
      throw new NetworkFault('timeout', `${target.host} did not respond within ${options.timeoutMs} ms`, {
        cause: error,
      });
    }
    throw error;
  } finally {
    deadline.clear();
    over.abort();
    egress.close();
  }
}
