/**
 * A umask is there to keep others out. One that takes from this user what they have just made (0777, 0277) would only make
 * every start fail at its first file.
 */
export function keepOwnRights(): void {
  const wanted = process.umask(0o077);
  process.umask(wanted & ~0o700);
}
