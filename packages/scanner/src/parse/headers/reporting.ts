import { parseDictionary } from './structured-field.ts';
import { combinedValue, type HeaderFields } from '../../evidence/http.ts';
import type { CspPolicy } from '../csp/policy.ts';

/**
 * Endpoint names to which browsers can send reports: of Reporting-Endpoints (a structured dictionary), and of the older
 * Report-To (JSON objects, separated by commas), which Chromium still reads.
 */
export function reportingEndpoints(headers: HeaderFields): Set<string> {
  return new Set([
    ...dictionaryKeys(combinedValue(headers, 'reporting-endpoints') ?? ''),
    ...groups(combinedValue(headers, 'report-to') ?? ''),
  ]);
}

/**
 * Endpoints that policies in headers report to and that nothing defines. With `report-to`, Chromium ignores `report-uri`
 * (CSP3 §6.5.1), so no report leaves it. In a meta element neither directive counts.
 */
export function undefinedEndpoints(policies: readonly CspPolicy[], headers: HeaderFields): string[] {
  const known = reportingEndpoints(headers);
  const named = policies
    .filter(({ source }) => source === 'header')
    .flatMap(({ directives }) => directives.get('report-to')?.slice(0, 1) ?? []);
  return [...new Set(named)].filter((name) => !known.has(name)).slice(0, 5);
}

function dictionaryKeys(value: string): string[] {
  try {
    return [...parseDictionary(value)].flatMap(([name, [url]]) => (isEndpoint(url) ? [name] : []));
  } catch {
    return [];
  }
}

/** Reporting API §3.2: a URL as a string, and only one that is fetched over https. */
function isEndpoint(url: unknown): boolean {
  return typeof url === 'string' && URL.parse(url, 'https://page.invalid/')?.protocol === 'https:';
}

function groups(value: string): string[] {
  if (value === '') return [];
  try {
    const list: unknown = JSON.parse(`[${value}]`);
    return (Array.isArray(list) ? list : []).flatMap((one: unknown) => {
      if (typeof one !== 'object' || one === null) return [];
      // A group without a name is called default, and one with max_age 0 is removed (Reporting API, 2018 draft §3.1.1).
      const { group = 'default', max_age: age, endpoints } = one as Record<string, unknown>;
      const ends = Array.isArray(endpoints) && endpoints.length > 0 && age !== 0;
      return typeof group === 'string' && ends ? [group] : [];
    });
  } catch {
    return [];
  }
}
