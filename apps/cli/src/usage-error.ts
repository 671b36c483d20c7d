/** The command line itself is wrong: exit status 2, with the usage. */
export class UsageError extends Error {
  override readonly name: string = 'UsageError';
}

/** A file or setting named on the command line is wrong: exit status 2. */
export class InputError extends UsageError {
  override readonly name = 'InputError';
}

/** Explanations of system errors; any other error shows its code. */
const CAUSES: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or folder',
  ENOTDIR: 'part of its path is not a folder',
  EISDIR: 'it is a folder',
  EOWNER: 'it belongs to another user',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'read-only file system',
  ENOSPC: 'no space left',
  EDQUOT: 'no space left',
  EIO: 'device error',
};

/** @param what the file, with the option that names it: "--list sites.txt" */
export function fileFault(what: string, cannot: 'read' | 'written', error: unknown): InputError {
  const { code = 'error' } = error as NodeJS.ErrnoException;
  const cause = CAUSES[code];
  return new InputError(`${what} cannot be ${cannot}${cause === undefined ? '' : `: ${cause}`} (${code})`, {
    cause: error,
  });
}

/** V8 quotes the invalid JSON, including line ends. */
export const inOneLine = (error: unknown): string => (error as Error).message.replaceAll(/\s+/gu, ' ');
