/** The leaderboard. */
export const ranking = {
  description: 'Hosts that the operator lists or whose owners asked for it, scanned daily: grade, score and trend.',
  lead: 'Scanned daily. A host is here because the operator listed it or its owner asked for it. Results of pages that are not the site’s are left out.',
  owners: 'How owners list their site or take it off',
  contains: 'Host contains',
  any: 'Any',
  sortBy: 'Sort by',
  sorts: { score: 'Score', trend: 'Trend', date: 'Date', host: 'Name' },
  show: 'Show',
  noMatch: 'No host matches.',
  none: 'No host is listed yet.',
  hosts: (count: number) => (count === 1 ? '1 host' : `${count} hosts`),
  host: 'Host',
  trend: 'Trend',
  scanned: 'Scanned',
  further: 'Further hosts',
  previous: 'Previous',
  next: 'Next',
};

export type RankingWords = typeof ranking;
