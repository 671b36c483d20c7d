import type { Credentials } from './credentials.ts';
import type { Egress, EgressPolicy } from './egress.ts';
import { dialTcp } from './dial.ts';
import { createEgressOver } from './guarded-egress.ts';

/** Creates the egress of a scan: real sockets behind the egress guard. */
export function createEgress(policy: EgressPolicy, access?: { origin: string; credentials: Credentials }): Egress {
  return createEgressOver(policy, dialTcp, access);
}
