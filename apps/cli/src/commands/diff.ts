import { parseArgs, styleText } from 'node:util';
import { diffReports } from '@palisade/scanner/diff';
import { judge } from '@palisade/scanner/judge';
import { UsageError } from '../usage-error.ts';
import { readEvidence } from './scan.ts';

export async function run(args: string[]): Promise<number> {
  const { positionals } = parseArgs({ args, allowPositionals: true });
  const [before, after] = positionals;
  if (before === undefined || after === undefined || positionals.length > 2)
    throw new UsageError('diff takes two files');
  const [old, now] = (await Promise.all([readEvidence(before), readEvidence(after)])).map((evidence) =>
    judge(evidence, ''),
  );
  if (!old || !now) return 3;
  console.log(styleText('bold', `${old.grade} ${old.score} → ${now.grade} ${now.score}`));
  const lines = diffReports(old, now);
  console.log(lines.length === 0 ? 'nothing changed' : JSON.stringify(lines, null, 2));
  return 0;
}
