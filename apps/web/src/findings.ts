import { SECTION_TITLES, type ShownSection } from '@palisade/report/check-sections';
import { resultsBySection, type Result } from '@palisade/report/findings';
import type { Report } from './request-report.ts';

export type Finding = Result;

export interface Section {
  id: ShownSection;
  title: string;
  findings: Finding[];
}

/** The report's sections, worst findings first in each. */
export function sectionsOf(report: Report): Section[] {
  return resultsBySection(report).map(({ section, results }) => ({
    id: section,
    title: SECTION_TITLES[section],
    findings: results,
  }));
}
