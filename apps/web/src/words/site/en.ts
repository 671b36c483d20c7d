import type { ChangeCause } from '@palisade/report/report-changes';

export interface SiteWords {
  title(host: string): string;
  description(host: string, grade: string | null, score: number | null): string;
  latest(grade: string, score: number, date: string): string;
  certificate(days: number): string;
  waiting: string;
  ownOnly: string;
  alsoOwn: string;
  scan: string;
  chart(from: number, to: number, results: number): string;
  compare: string;
  with: string;
  same: string;
  leftOut: (sections: string) => string;
  moved(from: number, to: number): string;
  better(count: number): string;
  worse(count: number): string;
  inventory: string;
  causes: Readonly<Record<ChangeCause, string>>;
  before: string;
  now: string;
  notChecked: string;
  points(points: number): string;
  results: string;
  newest: string;
  date: string;
  grade: string;
  score: string;
  engine: string;
  source: string;
  daily: string;
  own: string;
  badge: string;
  badgeOf(host: string): string;
  markdown: string;
  owner: string;
  listed: string;
  notListed: string;
  list: string;
  optOut: string;
  optedOut: string;
  changesOf(host: string): string;
  compareWith: string;
  earlier: string;
}

export const site: SiteWords = {
  title: (host) => `Security of ${host}`,
  description: (host, grade, score) =>
    grade === null ? `Security results of ${host} over time.` : `${host}: grade ${grade}, ${score} of 100, over time.`,
  latest: (grade, score, date) => `Grade ${grade}, ${score} of 100, on ${date}.`,
  certificate: (days) =>
    days < 0
      ? 'The certificate has expired.'
      : `The certificate is valid for ${days === 1 ? '1 more day' : `${days} more days`}.`,
  waiting: 'Listed. The first scan follows within a day.',
  ownOnly: 'This host is not public. Only you can see this page, which shows the reports of your account.',
  alsoOwn: 'The results include the reports of your account, which only you can see.',
  scan: 'Scan it now',
  chart: (from, to, results) => `Score from ${from} to ${to}, ${results} results`,
  compare: 'Compare',
  with: 'with',
  same: 'Nothing changed between these two results.',
  leftOut: (sections) => `Not compared, because only one of the two has it: ${sections}.`,
  moved: (from, to) =>
    from === to ? `What changed: the score stayed at ${to}` : `What changed: from ${from} to ${to} of 100`,
  better: (count) => `${count} better`,
  worse: (count) => `${count} worse`,
  inventory: 'Scripts and security headers in the browser',
  causes: {
    site: 'The site changed',
    engine: 'The rules of the engine changed',
    data: 'Newer reference data, or the date',
    unassessed: 'Not assessed in one of the two scans',
  },
  before: 'Before:',
  now: 'Now:',
  notChecked: 'not checked',
  points: (points) => `${points > 0 ? `+${points}` : `−${-points}`} ${Math.abs(points) === 1 ? 'point' : 'points'}`,
  results: 'Results',
  newest: 'Newest first',
  date: 'Date',
  grade: 'Grade',
  score: 'Score',
  engine: 'Engine',
  source: 'Source',
  daily: 'daily scan',
  own: 'your report',
  badge: 'Badge',
  badgeOf: (host) => `Security grade of ${host}`,
  markdown: 'Badge Markdown',
  owner: 'You own this site',
  listed: 'It is on the leaderboard, and its results are public.',
  notListed: 'It is not on the leaderboard. If you list it, it is scanned daily and its results are public.',
  list: 'List it',
  optOut: 'Remove it from the leaderboard',
  optedOut: 'You removed it from the leaderboard. It stays off until you list it again.',
  changesOf: (host) => `What changed on ${host}`,
  compareWith: 'What changed since an earlier report',
  earlier: 'URL of the earlier report',
};
