import { NetworkFault, TargetRefused } from '../errors.ts';
import { missing, type Missing } from '../evidence/gathered.ts';

/**
 * Converts an error of the egress to missing evidence. Any other error is a bug of the scanner and reported as such.
 */
export function missingFrom(error: unknown): Missing {
  if (error instanceof NetworkFault) return missing(error.code, error.blame, error.message);
  if (error instanceof TargetRefused) return missing('blocked', 'us', error.message);
  const name = error instanceof Error ? error.name : typeof error;
  return missing('internal', 'us', `this part of the scan failed because of an error in the scanner (${name})`);
}
