import table from './dkim-selectors.json' with { type: 'json' };

/** Selectors in setup guides and default settings, the most common first. */
export const GENERIC_SELECTORS: readonly string[] = table.generic;

/** Services, identified by their mail hosts and SPF includes, and the selectors that they use. */
export const SELECTORS_OF_SERVICES: readonly { seen: readonly string[]; try: readonly string[] }[] = table.by_service;
