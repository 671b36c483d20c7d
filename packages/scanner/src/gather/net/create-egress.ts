import type { Egress, EgressPolicy } from './egress.ts';
import { dialTcp } from './dial.ts';
import { createEgressOver } from './guarded-egress.ts';

/** The door a scan goes through: real sockets behind the guard. */
export function createEgress(policy: EgressPolicy): Egress {
  return createEgressOver(policy, dialTcp);
}
