import { missing, type Gathered } from '../evidence/gathered.ts';
import type { SecurityTxtEvidence } from '../evidence/security-txt.ts';
import type { GatherContext } from './context.ts';

export async function gatherSecurityTxt(_context: GatherContext): Promise<Gathered<SecurityTxtEvidence>> {
  return missing('internal', 'us', 'not built yet');
}
