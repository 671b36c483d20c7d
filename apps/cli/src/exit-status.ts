/** What the calling process can act on. */
export const EXIT = {
  fine: 0,
  /** A gate failed; the last line on standard error says which and why. */
  gateFailed: 1,
  /** The command line, the configuration, a setting or a file they name is wrong. */
  usedWrongly: 2,
  /** There is no report: the target was refused or could not be reached, or something failed here. */
  notScanned: 3,
} as const;
export type ExitStatus = (typeof EXIT)[keyof typeof EXIT];
