import { parseArgs } from 'node:util';
import { diffReports } from '@palisade/scanner/diff';
import { judge } from '@palisade/scanner/judge';
import { renderDiff } from '../render-diff.ts';
import { UsageError } from '../usage-error.ts';
import { readEvidence } from './scan.ts';

export async function run(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { json: { type: 'boolean', default: false } },
  });
  const [before, after] = positionals;
  if (before === undefined || after === undefined || positionals.length > 2)
    throw new UsageError('diff takes two files');
  const [old, now] = (await Promise.all([readEvidence(before), readEvidence(after)])).map((evidence) =>
    judge(evidence, ''),
  );
  if (!old || !now) return 3;
  const changes = diffReports(old, now);
  console.log(values.json ? JSON.stringify(changes, null, 2) : renderDiff(old, now, changes));
  return 0;
}
