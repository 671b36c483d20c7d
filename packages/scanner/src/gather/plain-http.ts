import { NetworkFault, TargetRefused } from '../errors.ts';
import { have, missing, type Gathered } from '../evidence/gathered.ts';
import type { PlainHttpEvidence } from '../evidence/http.ts';
import { urlHost } from '../target.ts';
import type { GatherContext } from './context.ts';
import type { MainPage } from './http.ts';
import { missingFrom } from './missing-from.ts';
import { portAllowed } from './net/admit-url.ts';
import { followRedirects, type Chain } from './redirect-chain.ts';

/**
 * What `http://<host>/` on port 80 does. If its redirects reach the scanned URL, the rest of that URL's chain is
 * used, so that no request is sent twice.
 * @param port 80, except in tests that may not bind it
 * @throws TargetRefused if a redirect leads to a forbidden address
 */
export async function gatherPlainHttp(
  context: GatherContext,
  main: Promise<MainPage>,
  port = 80,
): Promise<Gathered<PlainHttpEvidence>> {
  const { target, egress, signal } = context;
  if (!portAllowed(port, egress.policy))
    return missing('blocked', 'us', `this service does not connect to port ${port}`);
  try {
    const join = (url: string): Promise<Pick<Chain, 'hops' | 'end'>> | null =>
      url === target.url ? chainOf(main) : null;
    const { hops, end } = await followRedirects(`http://${urlHost(target.host)}:${port}/`, {
      egress,
      signal,
      maxBodyBytes: 0,
      join,
      stopAtDeadEnd: true,
    });
    return have({ hops, end });
  } catch (error) {
    if (error instanceof TargetRefused) throw error;
    return missingFrom(error);
  }
}

async function chainOf(main: Promise<MainPage>): Promise<Pick<Chain, 'hops' | 'end'>> {
  const { http } = await main;
  if (!http.ok)
    throw new NetworkFault(http.code === 'timeout' ? 'timeout' : 'reset', http.reason, { blame: http.blame });
  return http.value;
}
