import { ScanReport } from '@palisade/report/report';
import { judge } from '@palisade/scanner/judge';
import { evidenceWith } from '../../packages/scanner/test/evidence.ts';

/** Longer than any value that a schema lists. */
const LONGEST_WORD = 30;

/**
 * A valid report with little content. A story handles hundreds of them, and with full ones
 * most of its time would go into serializing what is not its subject.
 */
export function shortReport(): ScanReport {
  const full = judge(evidenceWith({}), '00000000-0000-4000-8000-000000000001');
  return ScanReport.parse({ ...(shortened(full) as object), scan_id: full.scan_id, fix_snippets: null });
}

function shortened(value: unknown): unknown {
  if (typeof value === 'string') return value.slice(0, LONGEST_WORD);
  if (Array.isArray(value)) return [];
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, shortened(part)]));
}
