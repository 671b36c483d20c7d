import type { Egress, EgressPolicy } from './egress.ts';

export function createEgress(_policy: EgressPolicy): Egress {
  throw new Error('not built yet');
}
