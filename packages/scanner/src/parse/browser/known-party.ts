import { getDomain } from 'tldts';
import { THIRD_PARTIES, type KnownParty } from '../../data/third-parties.ts';

/** Who is behind a host, by its own name or by the nearest name above it that is known. */
export function knownParty(host: string): KnownParty | null {
  const top = getDomain(host) ?? host;
  for (let name = host; name.length >= top.length; name = name.slice(name.indexOf('.') + 1)) {
    const known = Object.hasOwn(THIRD_PARTIES, name) ? THIRD_PARTIES[name] : undefined;
    if (known) return known;
    if (!name.includes('.')) break;
  }
  return null;
}
