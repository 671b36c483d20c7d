import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { CHECK_SECTIONS } from '@palisade/report/check-sections';
import type { ScanReport } from '@palisade/report/report';
import { Evidence } from '../src/evidence.ts';
import { judge } from '../src/judge.ts';

const FOLDER = new URL('./recorded/', import.meta.url);

/** The verdicts on a site at the last review, and their evidence. */
const Recorded = z.object({
  score: z.int(),
  grade: z.string(),
  caps: z.array(z.string()),
  /** `status` or `status −points`, by check id. */
  verdicts: z.record(z.string(), z.string()),
  evidence: Evidence,
});
export type Recorded = z.infer<typeof Recorded>;
export type Verdicts = Omit<Recorded, 'evidence'>;

export function recordedSites(): string[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.golden.json'))
    .map((name) => name.slice(0, -'.golden.json'.length));
}

export function readRecorded(site: string): Recorded {
  return Recorded.parse(JSON.parse(readFileSync(new URL(`${site}.golden.json`, FOLDER), 'utf8')));
}

/** Judges the evidence again and stores everything. Reviewers check the difference in Git. */
export function writeRecorded(site: string, evidence: Evidence): void {
  const recorded = { ...verdictsOf(judge(evidence, site)), evidence };
  writeFileSync(new URL(`${site}.golden.json`, FOLDER), `${JSON.stringify(recorded, null, 1)}\n`);
}

export function verdictsOf(report: ScanReport): Verdicts {
  const judged: [string, { status: string; deduction: number }][] = [
    ...Object.entries(report.headers).map(([name, entry]): [string, typeof entry] => [`headers/${name}`, entry]),
    ...CHECK_SECTIONS.flatMap((section) =>
      (report[section]?.checks ?? []).map((check): [string, typeof check] => [check.id, check]),
    ),
  ];
  return {
    score: report.score,
    grade: report.grade,
    caps: report.score_caps.map(({ check, max_score }) => `${check}: ${max_score}`),
    verdicts: Object.fromEntries(
      judged.map(([id, { status, deduction }]) => [id, deduction === 0 ? status : `${status} −${deduction}`]),
    ),
  };
}
