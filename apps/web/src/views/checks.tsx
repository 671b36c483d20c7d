import type { ShownSection } from '@palisade/report/check-sections';
import type { Severity } from '@palisade/report/check';
import type { View } from '../frame.ts';

export interface ChecksProps {
  sections: ReadonlyArray<{
    section: ShownSection;
    checks: ReadonlyArray<{ id: string; title: string; severity: Severity; deduction: number }>;
  }>;
}

/** The list of all checks. */
export const checks: View<ChecksProps> = ({ sections }, { words }) => ({
  title: words.checks.title,
  description: words.checks.description,
  body: (
    <>
      <h1>{words.checks.title}</h1>
      <p className="lead">{words.checks.lead}</p>
      {sections.map(({ section, checks }) => (
        <section key={section} aria-labelledby={section}>
          <h2 id={section}>{words.section[section]}</h2>
          <ul className="rows">
            {checks.map(({ id, title, severity, deduction }) => (
              <li key={id}>
                <a href={`/checks/${id}`} lang="en">
                  {title}
                </a>
                <span className={`status ${deduction > 0 ? severity : 'unknown'}`}>
                  {deduction > 0 ? words.checks.atWorst(deduction, words.severity[severity]) : words.checks.free}
                </span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  ),
});
