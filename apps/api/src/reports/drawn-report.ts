import { CHECK_SECTIONS } from '@palisade/report/check-sections';
import { OneTimeReport, ProReport } from '@palisade/report/columns';
import type { ScanReport } from '@palisade/report/report';
import { scoreOf } from '@palisade/scoring/score';
import type { Db } from '@palisade/db/client';
import { findReportPdf, keepReportPdf, type OpenReport } from '@palisade/db/served-reports';
import { ApiError } from '../errors.ts';
import type { RequestPdf } from '../scans/request-pdf.ts';

type Draw = (stored: OpenReport, wanted: Parameters<RequestPdf>[1]) => Promise<Buffer>;

interface Drawing {
  pdf: Promise<Buffer>;
  waiters: number;
  stop: AbortController;
}

/**
 * The document of a stored report. It costs no quota, only the drawing, and that once:
 * callers who want the same one at the same time get one drawing between them, later ones get the document kept.
 */
export function drawnReport(deps: { db: Db; requestPdf: RequestPdf }): Draw {
  const underWay = new Map<string, Drawing>();

  return async (stored, { timeoutMs, signal }) => {
    const kept = await findReportPdf(deps.db, stored.id);
    if (kept) return kept;
    const current = underWay.get(stored.id) ?? begin(stored, timeoutMs);
    current.waiters += 1;
    const leave = () => {
      current.waiters -= 1;
      if (current.waiters > 0) return;
      underWay.delete(stored.id);
      current.stop.abort();
    };
    signal.addEventListener('abort', leave, { once: true });
    try {
      return await current.pdf;
    } finally {
      signal.removeEventListener('abort', leave);
    }
  };

  function begin(stored: OpenReport, timeoutMs: number): Drawing {
    const stop = new AbortController();
    const { preparedFor, preparedBy } = stored;
    const order = { report: completeReport(stored), preparedFor, preparedBy };
    const draw = async () => {
      const pdf = await deps.requestPdf(order, { timeoutMs, signal: stop.signal });
      await keepReportPdf(deps.db, stored.id, pdf);
      return pdf;
    };
    const drawing = { pdf: draw(), waiters: 0, stop };
    underWay.set(stored.id, drawing);
    const over = () => void (underWay.get(stored.id) === drawing && underWay.delete(stored.id));
    drawing.pdf.then(over, over);
    return drawing;
  }
}

/** What a document is drawn from. The Pro column lists no issue counts; a document shows them. */
export function completeReport({ column, json }: Pick<OpenReport, 'column' | 'json'>): ScanReport {
  const content: unknown = JSON.parse(json);
  const parsed = column === 'pro' ? ProReport.safeParse(content) : OneTimeReport.safeParse(content);
  if (!parsed.success) throw new ApiError(410, 'this report is from an earlier version and can no longer be rendered');
  const report = parsed.data;
  const judged = [
    ...Object.values(report.headers),
    ...CHECK_SECTIONS.flatMap((section) => report[section]?.checks ?? []),
  ];
  return { ...report, issue_counts: scoreOf(judged, []).issueCounts };
}
