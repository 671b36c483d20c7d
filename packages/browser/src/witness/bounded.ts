import { BROWSER_LIMITS } from '@palisade/scanner/evidence/browser';

/** As evidence keeps it: cut where it is too long, with a sign that it was. */
export function cut(text: string, most: number = BROWSER_LIMITS.text): string {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}

/** Without fragment; of data: and blob: addresses only what they are. */
export function plainUrl(url: string): string {
  const [scheme] = url.split(':', 1);
  if (scheme === 'data' || scheme === 'blob') return url.split(/[,;/]/u, 2)[0] ?? `${scheme}:`;
  return cut(url.split('#', 1)[0] ?? url, BROWSER_LIMITS.url);
}
