/** The embedded database is unavailable. The message is one line for the operator. */
export class ClusterError extends Error {
  override readonly name = 'ClusterError';
}

export class TooFewFiles extends ClusterError {}

const TOO_FEW_FILES = /insufficient file descriptors|Too many open files/i;
const KNOWN: ReadonlyArray<readonly [pattern: RegExp, advice: string]> = [
  [/No space left on device/i, 'the disk is full: free some space, or set DATA_DIR to another disk'],
  [
    TOO_FEW_FILES,
    // The server needs 58 in addition to those it inherits, which are six.
    'its limit of open files is too low: raise it (`ulimit -n`) to at least 64, and 4096 under load, or set DATABASE_URL',
  ],
  [/Read-only file system/i, 'the disk is read-only: set DATA_DIR to a writable folder'],
  [
    /Permission denied|could not access directory/i,
    'the database’s user cannot enter its folder: set DATA_DIR to a folder it can reach',
  ],
  [/lock file "postmaster\.pid" already exists/i, 'another PostgreSQL server is already using its folder'],
  [
    /database files are incompatible/i,
    'its files are from another PostgreSQL major version: move DATA_DIR away, or set DATABASE_URL',
  ],
];

/** Turns the server's last log lines into one message. */
export function explainStartFailure(log: readonly string[]): ClusterError {
  const said = log.findLast((line) => /FATAL|PANIC|error:|could not/i.test(line)) ?? log.at(-1) ?? 'it said nothing';
  const advice = KNOWN.find(([pattern]) => log.some((line) => pattern.test(line)))?.[1];
  const Kind = log.some((line) => TOO_FEW_FILES.test(line)) ? TooFewFiles : ClusterError;
  return new Kind(`the embedded PostgreSQL cannot start: ${advice ?? said.trim()}`);
}
