import { NetworkFault, TargetRefused } from '../errors.ts';
import { missing, type Missing } from '../evidence/gathered.ts';

/** An error of the egress as evidence that did not come. Anything else is a bug of ours, and said to be. */
export function missingFrom(error: unknown): Missing {
  if (error instanceof NetworkFault) return missing(error.code, error.blame, error.message);
  if (error instanceof TargetRefused) return missing('blocked', 'us', error.message);
  const name = error instanceof Error ? error.name : typeof error;
  return missing('internal', 'us', `this part of the scan failed because of an error in the scanner (${name})`);
}
