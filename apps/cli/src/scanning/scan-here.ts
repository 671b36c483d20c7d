import { readScanConfig } from '@palisade/config/scan-config';
import { jsonLine } from '@palisade/report/visible';
import { HandshakeFault, NetworkFault, ScanCancelled, TargetRefused } from '@palisade/scanner/errors';
import type { Evidence } from '@palisade/scanner/evidence';
import type { Credentials } from '@palisade/scanner/gather/net/credentials';
import { judgeTls } from '@palisade/scanner/judge-tls';
import { policyFrom } from '@palisade/scanner/policy';
import { scan } from '@palisade/scanner/scan';
import { privateFile } from '../saved-file.ts';
import { InputError } from '../usage-error.ts';
import type { BrowserHere } from './browser-here.ts';
import { siteReport, type SiteResult } from './site-report.ts';

/** Scans one target. Failures of the target are results, never exceptions. */
export type Scanner = (target: string, signal: AbortSignal, onProgress?: (part: string) => void) => Promise<SiteResult>;

export interface HereOptions {
  credentials: Credentials | undefined;
  /** File for the evidence. */
  save: string | undefined;
  browser: BrowserHere | undefined;
}

/** @returns this process's scanner, and the private ranges that the environment opens to it */
export function scannerHere({ credentials, save, browser }: HereOptions): {
  scanner: Scanner;
  opened: readonly string[];
} {
  const config = readScanConfig();
  const policy = policyOf(config);
  const scanner: Scanner = async (target, signal, onProgress) => {
    try {
      browser?.admit(target, policy);
      const { evidence, report } = await scan(target, {
        policy,
        timeoutMs: config.SCAN_TIMEOUT_MS + (browser?.timeMs ?? 0),
        ...(browser && { browser: browser.visit(policy) }),
        signal,
        ...(onProgress && { onProgress }),
        ...(credentials && { credentials }),
        maskTarget: save !== undefined,
      });
      if (save !== undefined) await keep(save, evidence);
      return { url: target, ok: true, report: siteReport(report, target) };
    } catch (error) {
      return notScanned(target, error);
    }
  };
  return { scanner, opened: policy.allowCidrs };
}

/** @throws InputError when the file of further authorities is not valid */
function policyOf(config: ReturnType<typeof readScanConfig>): ReturnType<typeof policyFrom> {
  try {
    return policyFrom({ ...config, PORT: 0 });
  } catch (error) {
    throw new InputError((error as Error).message, { cause: error });
  }
}

async function keep(file: string, evidence: Evidence): Promise<void> {
  const saved = await privateFile(file, '--save');
  try {
    await saved.write(jsonLine(evidence, 2));
  } finally {
    await saved.close();
  }
}

function notScanned(url: string, error: unknown): SiteResult {
  if (error instanceof ScanCancelled) return { url, ok: false, reason: 'interrupted', refused: false };
  if (error instanceof TargetRefused) return { url, ok: false, reason: error.message, refused: true };
  if (error instanceof HandshakeFault) {
    return { url, ok: false, reason: error.message, refused: false, tls: judgeTls(error.tls, new Date()) };
  }
  if (error instanceof NetworkFault) return { url, ok: false, reason: error.message, refused: false };
  throw error;
}
