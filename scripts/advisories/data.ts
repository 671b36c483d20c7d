import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { OsvRecord } from './osv.ts';

const Event = z.looseObject({
  introduced: z.string().optional(),
  fixed: z.string().optional(),
  last_affected: z.string().optional(),
});
const Severity = z.looseObject({ severity: z.string().optional() });
const Osv = z.looseObject({
  id: z.string(),
  aliases: z.array(z.string()).optional(),
  modified: z.string().optional(),
  withdrawn: z.string().optional(),
  affected: z
    .array(
      z.looseObject({
        package: z.looseObject({ ecosystem: z.string().optional(), name: z.string().optional() }).optional(),
        ranges: z.array(z.looseObject({ type: z.string(), events: z.array(Event) })).optional(),
        versions: z.array(z.string()).optional(),
        database_specific: Severity.optional(),
      }),
    )
    .optional(),
  database_specific: Severity.optional(),
});
const Kept = z.object({
  as_of: z.iso.date(),
  sources: z.array(z.string()),
  /** The packages that were queried; null: all that the source knows. */
  covers: z.array(z.string()).nullable(),
  vulnerabilities: z.array(Osv),
});

export interface AdvisoryData {
  /** Date of the data: as stated in the file, or of the newest record. */
  asOf: string;
  covers: ReadonlySet<string> | null;
  records: readonly OsvRecord[];
}

/**
 * @param where the file that `--refresh` writes; or OSV records as they are published: one, an array of them, or a folder of
 *   files with one each (https://storage.googleapis.com/osv-vulnerabilities/npm/all.zip, unpacked)
 */
export function readAdvisories(where: string): AdvisoryData {
  if (statSync(where).isDirectory()) {
    const files = readdirSync(where).filter((file) => file.endsWith('.json'));
    return published(files.map((file) => json(path.join(where, file))));
  }
  const text = json(where);
  const kept = Kept.safeParse(text);
  if (kept.success) {
    const { as_of: asOf, covers, vulnerabilities: records } = kept.data;
    return { asOf, covers: covers && new Set(covers), records: records as OsvRecord[] };
  }
  if (typeof text === 'object' && text !== null && 'vulnerabilities' in text)
    throw new Error(z.prettifyError(kept.error));
  return published(Array.isArray(text) ? text : [text]);
}

function published(texts: readonly unknown[]): AdvisoryData {
  const records = z.array(Osv).parse(texts) as OsvRecord[];
  const days = records.map(({ modified }) => modified?.slice(0, 10) ?? '').toSorted();
  const asOf = days.at(-1) ?? '';
  if (asOf === '') throw new Error('it contains no record with a date');
  return { asOf, covers: null, records };
}

function json(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}
