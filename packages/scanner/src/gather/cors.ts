import { missing, type Gathered } from '../evidence/gathered.ts';
import type { CorsEvidence } from '../evidence/cors.ts';
import type { GatherContext } from './context.ts';
import type { MainPage } from './http.ts';

export async function gatherCors(_context: GatherContext, _main: Promise<MainPage>): Promise<Gathered<CorsEvidence>> {
  return missing('internal', 'us', 'not built yet');
}
