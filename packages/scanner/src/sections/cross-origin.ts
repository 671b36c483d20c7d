import type { CrossOriginPolicy, CrossOriginSection } from '@palisade/report/sections/cross-origin';
import type { Evidence } from '../evidence.ts';
import { finalHop } from '../evidence/http.ts';
import { crossOriginPolicies, type StatedPolicy } from '../parse/headers/cross-origin-policy.ts';

/** The evidence that the section shows next to its checks. */
export function crossOriginEvidence(evidence: Evidence): Omit<CrossOriginSection, 'checks'> {
  const { headers, url } = evidence.http.ok ? finalHop(evidence.http.value) : { headers: [], url: evidence.target.url };
  const policies = crossOriginPolicies(headers, url);
  return {
    opener_policy: shown(policies.opener),
    opener_policy_report_only: policies.openerReportOnly.raw,
    embedder_policy: shown(policies.embedder),
    embedder_policy_report_only: policies.embedderReportOnly.raw,
    resource_policy: shown(policies.resource),
    document_isolation_policy: shown(policies.documentIsolation),
    isolated: policies.isolated,
  };
}

function shown({ raw, effective, valid }: StatedPolicy): CrossOriginPolicy {
  return { value: raw, effective, valid };
}
