/** What a client's logo may be at most; docs/api.md and the form say the same. */
export const LOGO_LIMITS = { bytes: 256 * 1024, edge: 4_000, pixels: 4_000_000 } as const;

/** Kept and drawn within this box: four pixels for each point of the cover. */
export const LOGO_BOX = { width: 720, height: 240 } as const;
