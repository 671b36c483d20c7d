/** Pages that a browser loads in addition to the scan's own: URLs of the same site, or how many to discover. */
export type FurtherPages = number | readonly string[];
