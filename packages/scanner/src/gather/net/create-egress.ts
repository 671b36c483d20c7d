import type { Credentials } from './credentials.ts';
import type { Egress, EgressPolicy } from './egress.ts';
import { dialTcp } from './dial.ts';
import { createEgressOver } from './guarded-egress.ts';

/** The door a scan goes through: real sockets behind the guard. */
export function createEgress(policy: EgressPolicy, door?: { origin: string; credentials: Credentials }): Egress {
  return createEgressOver(policy, dialTcp, door);
}
