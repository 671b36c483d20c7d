import { getDomain } from 'tldts';
import { THIRD_PARTIES, type KnownParty } from '../../data/third-parties.ts';

/** The known operator of a host, found by its own name or by its nearest parent domain in the table. */
export function knownParty(host: string): KnownParty | null {
  const top = getDomain(host) ?? host;
  for (let name = host; name.length >= top.length; name = name.slice(name.indexOf('.') + 1)) {
    const known = Object.hasOwn(THIRD_PARTIES, name) ? THIRD_PARTIES[name] : undefined;
    if (known) return known;
    if (!name.includes('.')) break;
  }
  return null;
}
