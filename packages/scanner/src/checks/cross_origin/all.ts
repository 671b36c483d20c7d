import type { AnyCheck } from '../../check.ts';
import crossDomainPolicies from './cross-domain-policies.ts';
import embedderPolicy from './embedder-policy.ts';
import integrityPolicy from './integrity-policy.ts';
import isolation from './isolation.ts';
import openerPolicy from './opener-policy.ts';
import originAgentCluster from './origin-agent-cluster.ts';
import resourcePolicy from './resource-policy.ts';

/** In report order. */
export const crossOriginChecks: readonly AnyCheck[] = [
  openerPolicy,
  embedderPolicy,
  resourcePolicy,
  isolation,
  originAgentCluster,
  integrityPolicy,
  crossDomainPolicies,
];
