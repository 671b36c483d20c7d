/** What a browser loads besides a scan's own page: addresses of the same site, or how many are to be found. */
export type FurtherPages = number | readonly string[];
