/** The command line itself is wrong: exit status 2, with the usage. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
