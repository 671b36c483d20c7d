// @ts-check
// JavaScript, because it runs before the compile cache is on: see `program-cache.mjs`.

/**
 * A umask is meant to keep other users out. One that also removes this user's own permissions (0777, 0277) would only make
 * every start fail at its first file.
 * @returns {void}
 */
export function keepOwnerPermissions() {
  const wanted = process.umask(0o077);
  process.umask(wanted & ~0o700);
}
