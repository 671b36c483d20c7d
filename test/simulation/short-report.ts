import { ScanReport } from '@palisade/report/report';
import { judge } from '@palisade/scanner/judge';
import { evidenceWith } from '../../packages/scanner/test/evidence.ts';

/** More than any word that a schema lists. */
const LONGEST_WORD = 30;

/**
 * A report that the service takes for one, with little in it. A story carries hundreds of them about, and with full ones
 * most of its time went to writing and reading what is not its subject.
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
