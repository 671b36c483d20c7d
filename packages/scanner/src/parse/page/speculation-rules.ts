const MAX_TEXT = 65_536;
const MAX_URLS = 50;

/** The URLs that speculation rules list for prefetch and prerender. Rules about links of the page list none. */
export function speculatedUrls(text: string): string[] {
  try {
    const rules = JSON.parse(text.slice(0, MAX_TEXT)) as { prefetch?: unknown; prerender?: unknown } | null;
    return [rules?.prefetch, rules?.prerender].flatMap(urlsOf).slice(0, MAX_URLS);
  } catch {
    return [];
  }
}

function urlsOf(rules: unknown): string[] {
  if (!Array.isArray(rules)) return [];
  return rules.flatMap((rule: { urls?: unknown } | null) =>
    Array.isArray(rule?.urls) ? rule.urls.filter((url): url is string => typeof url === 'string') : [],
  );
}
