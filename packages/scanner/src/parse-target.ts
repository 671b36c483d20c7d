import type { EgressPolicy } from './gather/net/egress.ts';
import type { Target } from './target.ts';

/** @throws TargetRefused */
export function parseTarget(_input: string, _policy: EgressPolicy): Target {
  throw new Error('not built yet');
}
