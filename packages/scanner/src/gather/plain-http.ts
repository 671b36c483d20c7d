import { missing, type Gathered } from '../evidence/gathered.ts';
import type { PlainHttpEvidence } from '../evidence/http.ts';
import type { GatherContext } from './context.ts';

export async function gatherPlainHttp(_context: GatherContext): Promise<Gathered<PlainHttpEvidence>> {
  return missing('internal', 'us', 'not built yet');
}
