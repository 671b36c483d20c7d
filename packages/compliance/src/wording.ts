import { speaks, type AssessmentRow, type RowCheck } from './assess.ts';
import { isIssue } from './result.ts';
import { decides } from './row-state.ts';

/** The words of a row's state, as printed. Only a gap is a failure, and only issues that decide are counted then. */
export function stateLabel({
  state,
  issues,
  checks_run: run,
  checks,
}: Pick<AssessmentRow, 'state' | 'issues' | 'checks_run'> & {
  checks: readonly Pick<RowCheck, 'remark' | 'status' | 'nothing_to_check' | 'use' | 'applies'>[];
}): string {
  switch (state) {
    case 'gap':
      return `Fail: ${plural(checks.filter((check) => isIssue(check) && decides(check)).length, 'issue')} observed`;
    case 'observation':
      if (issues > 0) return `Observation: ${plural(issues, 'issue')}`;
      return checks.some(isIssue) ? 'Observation: background only' : 'Observation: remarks only';
    case 'no issue observed':
      return `No issue observed (${plural(run, 'check')})`;
    case 'nothing to look at':
      return nothingLabel(checks.filter((check) => speaks(check) && check.nothing_to_check).length, run);
    case 'not assessed':
      return 'Not assessed';
    case 'not applicable':
      return 'Not applicable';
  }
}

/** The other checks did look at something, and found no issue there. */
function nothingLabel(empty: number, run: number): string {
  return empty === run ? 'Nothing to look at' : `Nothing to look at in ${empty} of ${plural(run, 'check')}`;
}

/** Why an issue counts in a row, and under which condition. */
export function whyCounted({ use, basis, condition, applies, because }: RowCheck): string {
  const ground = applies === true && because !== null ? `${basis}, which applies here (${because})` : basis;
  if (use === 'context') return `background only, ${ground}`;
  // The same condition stands next to issues that decide.
  return use === 'supporting' && condition !== null ? `supporting only, ${ground}` : ground;
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

export const SHORT_DISCLAIMER =
  'A point-in-time observation from the outside, without login. It is not a penetration test, an ASV scan, an audit or legal advice. It makes no statement about anything that was not assessed.';

export const DISCLAIMER: readonly string[] = [
  'This report describes what one automated scan observed at one point in time, from the outside, without logging in and without attacking the site. The site may behave differently at other times or for other visitors.',
  'If there is no finding, the checks that ran observed no issue. This does not show that a control is in place or that a requirement is met, and it says nothing about items listed as not assessed.',
  'Under PCI DSS, this is neither a scan by an Approved Scanning Vendor (requirement 11.3.2) nor a Report on Compliance, an Attestation of Compliance or a Self-Assessment Questionnaire. Whether a reference applies depends on conditions that only the site’s owner can assess.',
  'Under the GDPR, this is neither legal advice nor an assessment of the risks to data subjects. Under ISO/IEC 27001, this is neither an audit nor a statement on the conformity of a management system.',
  'Control numbers and short titles are references, in our own words where the text is protected. The text of each standard is authoritative. PCI DSS and ISO/IEC 27001 are works and trademarks of their owners, who have not reviewed or endorsed this report. OWASP category names come from the OWASP Top 10 (CC BY-SA 4.0), weakness names from CWE by The MITRE Corporation.',
  'If you think an observation is wrong, please tell us. This report includes the evidence it is based on.',
];
