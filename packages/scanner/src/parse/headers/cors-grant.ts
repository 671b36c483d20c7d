import type { CorsProbe } from '../../evidence/cors.ts';

/** What one answer lets the asking origin do, as Fetch §3.2 "CORS check" decides it. */
export interface CorsGrant {
  kind: 'none' | 'star' | 'echo' | 'other' | 'invalid';
  /** The answer names the null origin, whatever origin asked. */
  nullOrigin: boolean;
  /** `Access-Control-Allow-Credentials: true`, in exactly these letters. */
  credentials: boolean;
  /** The fields as sent, for evidence. */
  text: string;
}

export function readGrant(probe: CorsProbe): CorsGrant {
  // Several fields are joined first and then match nothing, even when they are equal.
  const value = probe.allow_origin.join(', ').trim();
  const credentials = probe.allow_credentials.join(', ').trim() === 'true';
  const text = [
    `${probe.method} with Origin: ${probe.origin}`,
    ...probe.allow_origin.map((one) => `Access-Control-Allow-Origin: ${one}`),
    ...probe.allow_credentials.map((one) => `Access-Control-Allow-Credentials: ${one}`),
  ].join(' → ');
  return { kind: kindOf(value, probe.origin), nullOrigin: value === 'null', credentials, text };
}

function kindOf(value: string, origin: string): CorsGrant['kind'] {
  if (value === '') return 'none';
  if (value === '*') return 'star';
  if (value === origin) return 'echo';
  return value === 'null' || isOrigin(value) ? 'other' : 'invalid';
}

/** A serialised origin: scheme, host and port, and nothing after them. */
function isOrigin(value: string): boolean {
  return URL.parse(value)?.origin === value;
}

/** The answer tells caches that it differs by origin. */
export function variesByOrigin(probe: CorsProbe): boolean {
  const names = probe.vary.flatMap((value) => value.split(',')).map((name) => name.trim().toLowerCase());
  return names.includes('origin') || names.includes('*');
}
