import type { Gathered } from '../evidence/gathered.ts';
import type { HttpEvidence } from '../evidence/http.ts';
import type { PageEvidence } from '../evidence/page.ts';
import type { GatherContext } from './context.ts';

export interface MainPage {
  http: Gathered<HttpEvidence>;
  page: Gathered<PageEvidence>;
}

/**
 * The scanned URL followed to its end, and the page found there.
 * @throws NetworkFault when no HTTP answer could be had at all; TargetRefused when a redirect leads where we must not go
 */
export async function gatherHttp(_context: GatherContext): Promise<MainPage> {
  throw new Error('not built yet');
}
