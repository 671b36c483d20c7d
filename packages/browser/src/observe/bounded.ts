import { BROWSER_LIMITS } from '@palisade/scanner/evidence/browser';

/** A text as kept in evidence: cut if it is too long, with a sign that it was. */
export function cut(text: string, most: number = BROWSER_LIMITS.text): string {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}

/** Without fragment; addresses that contain their content are reduced to their type. */
export function plainUrl(url: string): string {
  const [scheme] = url.split(':', 1);
  if (scheme?.toLowerCase() === 'javascript') return 'javascript:';
  if (scheme === 'data') return cut(/^data:[^,;]*/u.exec(url)?.[0] ?? 'data:', 100);
  if (scheme === 'blob') return `blob:${originOf(url)}`;
  return cut(url.split('#', 1)[0] ?? url, BROWSER_LIMITS.url);
}

/** An origin that does not belong to the web has no name. */
function originOf(url: string): string {
  const origin = URL.parse(url)?.origin ?? 'null';
  return origin === 'null' ? '' : origin;
}
