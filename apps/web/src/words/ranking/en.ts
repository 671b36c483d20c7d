/** The leaderboard. */
export const ranking = {
  description: 'Hosts listed by the operator or by their owners, scanned daily: grade, score and trend.',
  lead: 'Scanned daily. The operator or the owner of each host listed it. Results for pages that are not the site itself are omitted.',
  owners: 'How owners add or remove their site',
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
  further: 'More hosts',
  previous: 'Previous',
  next: 'Next',
};

export type RankingWords = typeof ranking;
