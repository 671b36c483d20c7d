import type { AssessmentRow, RowCheck } from './assess.ts';
import { isIssue } from './result.ts';

/** The words of a row's state, as printed. Only a gap is a failure. */
export function stateLabel({
  state,
  issues,
  checks_run: run,
  checks,
}: Pick<AssessmentRow, 'state' | 'issues' | 'checks_run'> & {
  checks: readonly Pick<RowCheck, 'remark' | 'status'>[];
}): string {
  switch (state) {
    case 'gap':
      return `Fail: ${plural(issues, 'issue')} observed`;
    case 'observation':
      if (issues > 0) return `Observation: ${plural(issues, 'issue')}`;
      return checks.some(isIssue) ? 'Observation: background only' : 'Observation: remarks only';
    case 'no issue observed':
      return `No issue observed (${plural(run, 'check')})`;
    case 'nothing to look at':
      return 'Nothing to look at';
    case 'not assessed':
      return 'Not assessed';
    case 'not applicable':
      return 'Not applicable';
  }
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

export const SHORT_DISCLAIMER =
  'A point-in-time observation from outside, without login. It is not a penetration test, not an ASV scan, not an audit and not legal advice; it makes no statement about what was not assessed.';

export const DISCLAIMER: readonly string[] = [
  'This report describes what one automated scan saw at one moment, from outside, without logging in and without attacking anything. The site may have behaved differently before or since, or towards other visitors.',
  'The absence of a finding means that no issue was observed by the checks that ran. It does not show that a control is in place or that a requirement is met, and it says nothing about what is listed as not assessed.',
  'Under PCI DSS this is neither a scan by an Approved Scanning Vendor (requirement 11.3.2) nor a Report on Compliance, an Attestation of Compliance or a Self-Assessment Questionnaire. Whether a reference applies depends on conditions that only the owner of the site can judge.',
  'Under the GDPR it is no legal advice and no assessment of the risks to data subjects. Under ISO/IEC 27001 it is no audit and no statement on the conformity of a management system.',
  'Numbers and short titles of controls are references, in our own words where the text is protected. The text of each standard decides. PCI DSS and ISO/IEC 27001 are works and marks of their owners, who have not reviewed or endorsed this report. OWASP category names come from the OWASP Top 10 (CC BY-SA 4.0), weakness names from CWE by The MITRE Corporation.',
  'If an observation is wrong, say so: the evidence that it rests on is in this report.',
];
