/** Limits of a client's logo; docs/api.md and the form state the same. */
export const LOGO_LIMITS = { bytes: 256 * 1024, edge: 4_000, pixels: 4_000_000 } as const;

/** Stored and drawn within this box: four pixels for each point on the cover. */
export const LOGO_BOX = { width: 720, height: 240 } as const;
