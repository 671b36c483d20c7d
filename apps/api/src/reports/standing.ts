import type { Db } from '@palisade/db/client';
import { scoresOfSites } from '@palisade/db/scores';
import { remembered } from '../leaderboard/remembered.ts';

/** Below this a share would say something about single sites. */
const LEAST_SITES = 100;

export interface Standing {
  /** Of the sites scanned here lately, the share with a lower score. */
  percent: number;
  sites: number;
}

/** @returns null where too few sites were scanned, or none of them stands below */
export function standingAmong(scores: readonly { score: number; sites: number }[], own: number): Standing | null {
  const sites = scores.reduce((sum, one) => sum + one.sites, 0);
  if (sites < LEAST_SITES) return null;
  const below = scores.reduce((sum, one) => sum + (one.score < own ? one.sites : 0), 0);
  const percent = Math.floor((100 * below) / sites);
  return percent === 0 ? null : { percent, sites };
}

/** Where a score stands among those of the same engine; they are asked for every ten minutes at most. */
export function createStanding(
  db: Db,
): (report: { score: number; provisional: boolean; engine_version: string }) => Promise<Standing | null> {
  const scores = remembered((engine) => scoresOfSites(db, engine), { ms: 600_000, most: 8 });
  return async ({ score, provisional, engine_version: engine }) =>
    provisional ? null : standingAmong(await scores(engine), score);
}
