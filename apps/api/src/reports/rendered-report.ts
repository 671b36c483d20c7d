import { CHECK_SECTIONS } from '@palisade/report/check-sections';
import { OneTimeReport, ProReport } from '@palisade/report/columns';
import type { ScanReport } from '@palisade/report/report';
import { scoreOf } from '@palisade/scoring/score';
import type { Db } from '@palisade/db/client';
import { findReportPdf, keepReportPdf, type OpenReport } from '@palisade/db/served-reports';
import { ApiError, QueueUnavailable } from '../errors.ts';
import type { RequestPdf } from '../scans/request-pdf.ts';

type Render = (stored: OpenReport, wanted: Parameters<RequestPdf>[1]) => Promise<Buffer>;

interface Rendering {
  pdf: Promise<Buffer>;
  waiters: number;
  stop: AbortController;
}

/** On a busy machine one document takes longer than its caller may wait: it is finished for the next request. */
const LONGEST_RENDERING_MS = 120_000;
const RETRY_AFTER_S = 5;

/**
 * The PDF of a stored report. It costs no quota and is rendered only once: concurrent callers share one rendering, and
 * later ones get the stored PDF. It ends early only if all its callers have hung up.
 */
export function renderedReport(deps: { db: Db; requestPdf: RequestPdf }): Render {
  const inProgress = new Map<string, Rendering>();

  return async (stored, { timeoutMs, signal }) => {
    const kept = await findReportPdf(deps.db, stored.id);
    if (kept) return kept;
    const current = inProgress.get(stored.id) ?? begin(stored);
    current.waiters += 1;
    const leave = () => {
      current.waiters -= 1;
      if (current.waiters > 0) return;
      inProgress.delete(stored.id);
      current.stop.abort();
    };
    signal.addEventListener('abort', leave, { once: true });
    let timer: NodeJS.Timeout | undefined;
    const notYet = new Promise<never>((_resolve, reject) => {
      const error = new QueueUnavailable('the PDF is not ready yet: request it again in a few seconds', RETRY_AFTER_S);
      timer = setTimeout(() => reject(error), timeoutMs);
    });
    try {
      return await Promise.race([current.pdf, notYet]);
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', leave);
    }
  };

  function begin(stored: OpenReport): Rendering {
    const stop = new AbortController();
    const { preparedFor, preparedBy } = stored;
    const order = { report: completeReport(stored), preparedFor, preparedBy };
    const render = async () => {
      const pdf = await deps.requestPdf(order, { timeoutMs: LONGEST_RENDERING_MS, signal: stop.signal });
      await keepReportPdf(deps.db, stored.id, pdf);
      return pdf;
    };
    const rendering = { pdf: render(), waiters: 0, stop };
    inProgress.set(stored.id, rendering);
    const over = () => void (inProgress.get(stored.id) === rendering && inProgress.delete(stored.id));
    rendering.pdf.then(over, over);
    return rendering;
  }
}

/** The report that a PDF is rendered from. The Pro column has no issue counts, but a PDF shows them. */
export function completeReport({ column, json }: Pick<OpenReport, 'column' | 'json'>): ScanReport {
  const content: unknown = JSON.parse(json);
  const parsed = column === 'pro' ? ProReport.safeParse(content) : OneTimeReport.safeParse(content);
  if (!parsed.success)
    throw new ApiError(410, 'this report is from another version of the service, and this version cannot render it');
  const report = parsed.data;
  const judged = [
    ...Object.values(report.headers),
    ...CHECK_SECTIONS.flatMap((section) => report[section]?.checks ?? []),
  ];
  return { ...report, issue_counts: scoreOf(judged, []).issueCounts };
}
