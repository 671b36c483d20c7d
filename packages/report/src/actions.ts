import { actionFor, riskOf } from './action-for.ts';
import type { ActionKind } from './action-kind.ts';
import { ACTION_KINDS, type ActionName } from './action-kinds.ts';
import type { Severity } from './check.ts';
import { findingsOf, resultsOf, type AnyColumn, type Result } from './findings.ts';
import { combinedSnippet, type Combinable } from './snippets/combined.ts';
import { orderedSnippets, SNIPPET_NAMES, type SnippetName } from './snippet-order.ts';
import type { ScoreCap } from './report.ts';
import { scoreWithout } from './rescore.ts';

/** One piece of work and the findings that it removes. */
export interface Action extends Omit<ActionKind, 'checks' | 'risks'> {
  name: ActionName;
  /** Of its worst finding. */
  severity: Severity;
  /** The worst first. */
  findings: Result[];
  points: number;
  /** What a rescan gives once this and all actions before it are done. */
  score_after: number;
  /** All of its headers in one piece, in the language of each server. */
  blocks: { server: SnippetName; text: string }[];
}

type Scored = AnyColumn & { score_caps: readonly Pick<ScoreCap, 'check' | 'max_score'>[] };

/** The findings by what removes them: most severe first, then what the score is capped by, then by what it gains. */
export function actionsOf(report: Scored): Action[] {
  const lowestCap = (findings: readonly Result[]) =>
    Math.min(
      100,
      ...report.score_caps.flatMap((cap) => (findings.some(({ id }) => id === cap.check) ? cap.max_score : [])),
    );
  const byName = Map.groupBy(findingsOf(report), actionFor);
  const ordered = [...byName]
    .map(([name, findings]) => ({
      name,
      findings,
      severity: findings[0]?.severity ?? ('minor' as const),
      points: findings.reduce((sum, { deduction }) => sum + deduction, 0),
    }))
    .toSorted(
      (a, b) =>
        RANK[a.severity] - RANK[b.severity] || lowestCap(a.findings) - lowestCap(b.findings) || b.points - a.points,
    );
  const fixed = new Set<string>();
  return ordered.map((own) => {
    const { title, where, effort } = ACTION_KINDS[own.name];
    // Its severity is shown next to it.
    const risk = riskOf(
      own.name,
      own.findings.filter(({ severity }) => severity === own.severity),
    );
    for (const { id } of own.findings) fixed.add(id);
    return {
      title,
      where,
      effort,
      risk,
      ...own,
      score_after: scoreWithout(report, fixed),
      blocks: blocksOf(report, own.findings),
    };
  });
}

const RANK: Readonly<Record<Severity, number>> = { critical: 0, important: 1, minor: 2 };

/** What the scores after the actions leave out, as a sentence to print next to them; null if every check was made. */
export function scoresLeaveOut(report: AnyColumn & { final_url: string }): string | null {
  const unmade = resultsOf(report).filter(({ status }) => status === 'unknown').length;
  const parts = [
    ...(report.final_url.startsWith('http:')
      ? ['the TLS and certificate checks, which run once the site has https']
      : []),
    ...(unmade === 0 ? [] : [`the ${unmade === 1 ? 'check' : `${unmade} checks`} that could not be completed`]),
  ];
  return parts.length === 0
    ? null
    : `The scores after each action leave out ${parts.join(', and ')}. Anything found there lowers a later score.`;
}

/** "one nginx block fixes seven findings", for actions that have one. */
export function blockWord({ blocks, findings }: Pick<Action, 'blocks' | 'findings'>): string | null {
  const [first] = blocks;
  const covered = findings.filter(({ snippets }) => snippets !== null).length;
  if (first === undefined || covered < 2) return null;
  return `one ${SNIPPET_NAMES[first.server]} block fixes ${covered} findings`;
}

function blocksOf(report: AnyColumn, findings: readonly Result[]): Action['blocks'] {
  const parts = findings.flatMap(({ header }): Combinable[] => {
    const snippets = header === null ? undefined : report.fix_snippets?.[header];
    return snippets ? [snippets] : [];
  });
  const [first] = parts;
  if (first === undefined) return [];
  return orderedSnippets(first, report.fix_server ?? null).flatMap(([server]) => {
    const text = combinedSnippet(server, parts);
    return text === null ? [] : [{ server, text }];
  });
}
