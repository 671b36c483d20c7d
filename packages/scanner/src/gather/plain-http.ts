import { NetworkFault, TargetRefused } from '../errors.ts';
import { have, missing, type Gathered } from '../evidence/gathered.ts';
import type { PlainHttpEvidence } from '../evidence/http.ts';
import type { GatherContext } from './context.ts';
import type { MainPage } from './http.ts';
import { missingFrom } from './missing-from.ts';
import { portAllowed } from './net/admit-url.ts';
import { followRedirects, type Chain } from './redirect-chain.ts';

/**
 * What `http://<host>/` on port 80 does. Where it meets the scanned URL it goes on with that
 * chain, so that the site is not asked the same thing twice.
 * @param port 80 everywhere but in a test that may not bind it
 * @throws TargetRefused when a redirect leads where we must not go
 */
export async function gatherPlainHttp(
  context: GatherContext,
  main: Promise<MainPage>,
  port = 80,
): Promise<Gathered<PlainHttpEvidence>> {
  const { target, egress, signal } = context;
  if (!portAllowed(port, egress.policy))
    return missing('blocked', 'us', `this service does not connect to port ${port}`);
  const host = target.host.includes(':') ? `[${target.host}]` : target.host;
  try {
    const join = (url: string): Promise<Pick<Chain, 'hops' | 'end'>> | null =>
      url === target.url ? chainOf(main) : null;
    const { hops, end } = await followRedirects(`http://${host}:${port}/`, {
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
