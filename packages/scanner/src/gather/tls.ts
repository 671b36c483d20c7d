import { missing, type Gathered } from '../evidence/gathered.ts';
import type { TlsEvidence } from '../evidence/tls.ts';
import type { GatherContext } from './context.ts';

export async function gatherTls(_context: GatherContext): Promise<Gathered<TlsEvidence>> {
  return missing('internal', 'us', 'not built yet');
}
