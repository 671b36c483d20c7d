import { Evidence } from '@palisade/scanner/evidence';
import { evidenceTextOf } from '@palisade/scanner/evidence-text';
import { judge } from '@palisade/scanner/judge';
import { firstFault } from '../schema-words.ts';
import { readText } from '../text-file.ts';
import { InputError, inOneLine } from '../usage-error.ts';
import { siteReport, type SiteReport } from './site-report.ts';

/** Saved evidence is judged under this id, so that judging it twice gives the same bytes. */
const OFFLINE_ID = '00000000-0000-4000-8000-000000000000';

/**
 * Reads reports from a file: one report, an array of them, JSON lines, or saved evidence, which is judged.
 * @throws InputError in one line when the file is none of these
 */
export async function readReports(file: string): Promise<SiteReport[]> {
  const values = await readJson(file);
  return values.flatMap((value): SiteReport[] => {
    if (isEvidence(value)) return [judgeEvidence(value, file)];
    const { report, error } = (value ?? {}) as { report?: unknown; error?: unknown };
    // Our own line about a site that could not be scanned.
    if (report === undefined && typeof error === 'string') return [];
    return [siteReport(report ?? value, file)];
  });
}

/** @throws InputError in one line when the file does not contain the evidence of one scan */
export async function readEvidence(file: string): Promise<SiteReport> {
  const [value] = await readJson(file);
  return judgeEvidence(value, file);
}

function judgeEvidence(value: unknown, file: string): SiteReport {
  const parsed = Evidence.safeParse(value);
  if (!parsed.success) {
    throw new InputError(`${file} is not evidence of this version: ${firstFault(parsed.error)}`);
  }
  return siteReport(judge(parsed.data, OFFLINE_ID, evidenceTextOf(value, parsed.data)), file);
}

function isEvidence(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'target' in value && 'version' in value;
}

async function readJson(file: string): Promise<unknown[]> {
  const text = await readText(file);
  try {
    const whole: unknown = JSON.parse(text);
    return Array.isArray(whole) ? whole : [whole];
  } catch (error) {
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    try {
      if (lines.length > 1 && lines.every((line) => line.startsWith('{')))
        return lines.map((line): unknown => JSON.parse(line));
    } catch {
      // Reported below, with the message for the complete file.
    }
    throw new InputError(`${file} cannot be read as JSON: ${inOneLine(error)}`, { cause: error });
  }
}
