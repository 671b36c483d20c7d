export const EFFORTS = { minutes: 'under an hour', hours: 'half a day', days: 'a day or more' } as const;
export type Effort = keyof typeof EFFORTS;

export interface ActionKind {
  /** What to do, as a task for one person in one place. */
  title: string;
  /** Where it is done. */
  where: string;
  effort: Effort;
  /** What the site's owner risks until then, in plain words: true of each finding that `risks` does not name. */
  risk: string;
  /** More severe risks, the worst first: each is that of an action with one of these findings. */
  risks?: readonly { of: readonly string[]; risk: string }[];
  /**
   * Ids of checks, or the beginnings of them; behind an id and a blank, the beginnings of its outcomes. The first
   * kind that fits has it.
   */
  checks: readonly string[];
}
