import { readFile } from 'node:fs/promises';
import { templateOf } from '@palisade/report/encoded';
import { jsonLine } from '@palisade/report/visible';
import { privateFile } from '../saved-file.ts';
import { fileFault } from '../usage-error.ts';
import { siteReport, type SiteResult } from './site-report.ts';

const LINE_END = templateOf<'json'>()`\n`;

/** Finished scans, one per line, so that an interrupted run can continue. */
export interface Resume {
  /** The result of an earlier run; sites that could not be scanned are tried again. */
  earlier(target: string): SiteResult | undefined;
  keep(result: SiteResult): Promise<void>;
  close(): Promise<void>;
}

export async function openResume(file: string): Promise<Resume> {
  const earlier = new Map<string, string>();
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw fileFault(`--resume ${file}`, 'read', error);
  });
  for (const line of text.split('\n')) {
    const url = targetOf(line);
    if (url !== null) earlier.set(url, line);
  }
  const saved = await privateFile(file, '--resume', 'a');
  // A line that the interruption cut off is not continued.
  if (text !== '' && !text.endsWith('\n')) await saved.write(LINE_END);
  return {
    earlier(target) {
      const line = earlier.get(target);
      if (line === undefined) return undefined;
      const { report } = JSON.parse(line) as { report: unknown };
      return { url: target, ok: true, report: siteReport(report, file) };
    },
    async keep(result) {
      if (result.ok) await saved.write(jsonLine({ target: result.url, report: result.report }));
    },
    close: () => saved.close(),
  };
}

function targetOf(line: string): string | null {
  if (line.trim() === '') return null;
  try {
    const { target, report } = JSON.parse(line) as { target?: unknown; report?: unknown };
    return typeof target === 'string' && report !== undefined ? target : null;
  } catch {
    return null;
  }
}
