import table from './dkim-selectors.json' with { type: 'json' };

/** Names that set-up guides and default settings use, the most common first. */
export const GENERIC_SELECTORS: readonly string[] = table.generic;

/** Services, told by their mail hosts and SPF includes, and the selectors that they give out. */
export const SELECTORS_OF_SERVICES: readonly { seen: readonly string[]; try: readonly string[] }[] = table.by_service;
