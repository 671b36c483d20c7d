import type { Condition, Observed } from './condition.ts';
import type { Scope } from './scope.ts';
import type { Subject } from './subjects.ts';
import type { WeaknessName } from './weaknesses.ts';

/**
 * partial: from outside, something can be observed that speaks for or against the
 * control. none: nothing an external, unauthenticated scan sees can, so the row is
 * always "not assessed".
 */
export type Reach = 'partial' | 'none';

export interface Control {
  readonly title: string;
  readonly reach: Reach;
  /** What part of the control the scan checks, or why it cannot. */
  readonly scope: string;
  /** What it is about, as far as a scan sees it; no finding of these subjects leaves the row clear. Empty without reach. */
  readonly about: readonly Subject[];
}

/**
 * gap: the weakness is evidence against the requirement, if the condition holds. supporting: it helps or
 * hurts, and never decides. context: background only.
 */
export type Use = 'gap' | 'supporting' | 'context';

/** Where a framework speaks of a weakness. */
export interface Reference {
  readonly control: string;
  readonly use: Use;
  readonly when?: Condition;
  /** Why this control, printed next to the check. */
  readonly basis: string;
}

/** One edition of one framework: its controls, and which weaknesses concern them. A new edition is a new file. */
export interface Framework {
  readonly id: string;
  readonly name: string;
  readonly edition: string;
  readonly status: 'current' | 'superseded';
  /** One or two sentences printed under the table. */
  readonly statement: string;
  /** What the rows leave out altogether. */
  readonly outside: string;
  /** Keyed by the framework's own number, in the framework's order. */
  readonly controls: Readonly<Record<string, Control>>;
  readonly weaknesses: Readonly<Partial<Record<WeaknessName, readonly Reference[]>>>;
  /** Why the owner's declaration takes the whole framework out of scope; null when it does not. */
  readonly notApplicable?: (scope: Scope, observed: Observed) => string | null;
}

export const partial = (title: string, scope: string, ...about: Subject[]): Control => ({
  title,
  reach: 'partial',
  scope,
  about,
});
export const none = (title: string, scope: string): Control => ({ title, reach: 'none', scope, about: [] });
