import type { HeaderFields } from '../../evidence/http.ts';
import type { StatedPolicy } from '../../parse/headers/cross-origin-policy.ts';
import { reportingEndpoints } from '../../parse/headers/reporting.ts';

/** The endpoint of a policy's reports if no header of the response defines it. */
export function reportNote({ reportTo }: StatedPolicy, headers: HeaderFields): string {
  return reportTo !== null && !reportingEndpoints(headers).has(reportTo)
    ? `No Reporting-Endpoints header defines "${reportTo}", so browsers send no reports.`
    : '';
}
