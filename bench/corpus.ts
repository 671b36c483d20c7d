// How often the verdicts on real-world responses differ from an expert's: false alarms and misses; and
// how often the site's own page is mistaken for someone else's, or the reverse.
import { CORPUS_CHECKS, faultsOf, readAnswers, type RealAnswer } from '../packages/scanner/test/corpus/answers.ts';
import { readPages, seenOf } from '../packages/scanner/test/corpus/pages.ts';
import { figure, rounded, table } from './print.ts';

const answers = readAnswers();
const started = performance.now();
const judged: (RealAnswer & { found: string[] })[] = [];
for (const answer of answers) judged.push({ ...answer, found: await faultsOf(answer) });
const spent = performance.now() - started;
const sum = (count: (one: RealAnswer & { found: string[] }) => number) =>
  judged.reduce((total, one) => total + count(one), 0);
const pages = readPages().map((answer) => ({ wanted: answer.page, seen: seenOf(answer).page }));
const pagesThat = (test: (one: (typeof pages)[number]) => boolean) => pages.filter(test).length;
figure({
  answers: answers.length,
  checks: CORPUS_CHECKS.length,
  faults: sum(({ faults }) => faults.length),
  false_alarms: sum(({ faults, found }) => found.filter((one) => !faults.includes(one)).length),
  missed: sum(({ faults, found }) => faults.filter((one) => !found.includes(one)).length),
  ms_per_answer: rounded(spent / answers.length, 2),
  pages: pages.length,
  pages_of_sites: pagesThat(({ wanted }) => wanted === 'site'),
  sites_taken_for_others: pagesThat(({ wanted, seen }) => wanted === 'site' && seen !== 'site'),
  others_taken_for_sites: pagesThat(({ wanted, seen }) => wanted !== 'site' && seen === 'site'),
});
table();
