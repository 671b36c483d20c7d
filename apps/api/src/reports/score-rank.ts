import type { Db } from '@palisade/db/client';
import { scoresOfSites } from '@palisade/db/scores';
import { cached } from '../leaderboard/cached.ts';

/** With fewer, a share would disclose something about individual sites. */
const LEAST_SITES = 100;

export interface ScoreRank {
  /** Share of the recently scanned sites that have a lower score. */
  percent: number;
  sites: number;
}

/** @returns null if too few sites were scanned, or none of them has a lower score */
export function scoreRankAmong(scores: readonly { score: number; sites: number }[], own: number): ScoreRank | null {
  const sites = scores.reduce((sum, one) => sum + one.sites, 0);
  if (sites < LEAST_SITES) return null;
  const below = scores.reduce((sum, one) => sum + (one.score < own ? one.sites : 0), 0);
  const percent = Math.floor((100 * below) / sites);
  return percent === 0 ? null : { percent, sites };
}

/** Compares a score with those of the same engine version, which are queried at most once in ten minutes. */
export function createScoreRank(
  db: Db,
): (report: { score: number; provisional: boolean; engine_version: string }) => Promise<ScoreRank | null> {
  const scores = cached((engine) => scoresOfSites(db, engine), { ms: 600_000, most: 8 });
  return async ({ score, provisional, engine_version: engine }) =>
    provisional ? null : scoreRankAmong(await scores(engine), score);
}
