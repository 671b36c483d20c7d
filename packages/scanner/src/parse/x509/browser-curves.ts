/** Curves whose signatures browsers accept: NSS, BoringSSL and Apple know only these three. */
export const BROWSER_CURVES: ReadonlySet<string | null> = new Set(['P-256', 'P-384', 'P-521']);
