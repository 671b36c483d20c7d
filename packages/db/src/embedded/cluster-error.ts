/** The embedded database could not be had. The message is one line for the person at the terminal. */
export class ClusterError extends Error {
  override readonly name = 'ClusterError';
}

export class TooFewFiles extends ClusterError {}

const TOO_FEW_FILES = /insufficient file descriptors|Too many open files/i;
const KNOWN: ReadonlyArray<readonly [pattern: RegExp, advice: string]> = [
  [/No space left on device/i, 'the disk is full: make room, or set DATA_DIR to another disk'],
  [
    TOO_FEW_FILES,
    // The server wants 58 besides what it finds open, which are six.
    'it may open too few files: raise the limit (`ulimit -n`) to 64 at least and 4096 under load, or set DATABASE_URL',
  ],
  [/Read-only file system/i, 'the disk is read-only: set DATA_DIR to a place that can be written'],
  [
    /Permission denied|could not access directory/i,
    'its folder cannot be entered by the user the database runs as: set DATA_DIR to a place it can reach',
  ],
  [/lock file "postmaster\.pid" already exists/i, 'another PostgreSQL server is already using its folder'],
  [
    /database files are incompatible/i,
    'its files were made by another PostgreSQL major version: move DATA_DIR away, or set DATABASE_URL',
  ],
];

/** Turns the server's last words into one line. */
export function explainStartFailure(log: readonly string[]): ClusterError {
  const said = log.findLast((line) => /FATAL|PANIC|error:|could not/i.test(line)) ?? log.at(-1) ?? 'it said nothing';
  const advice = KNOWN.find(([pattern]) => log.some((line) => pattern.test(line)))?.[1];
  const Kind = log.some((line) => TOO_FEW_FILES.test(line)) ? TooFewFiles : ClusterError;
  return new Kind(`the embedded PostgreSQL cannot start: ${advice ?? said.trim()}`);
}
