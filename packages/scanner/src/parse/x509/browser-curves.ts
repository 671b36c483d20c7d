/** Curves on which any browser takes a signature: NSS, BoringSSL and Apple know these three. */
export const BROWSER_CURVES: ReadonlySet<string | null> = new Set(['P-256', 'P-384', 'P-521']);
