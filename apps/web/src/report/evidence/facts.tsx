import type { ReactNode } from 'react';
import type { EvidenceWords } from '../../words/evidence/en.ts';

/** Names and values. A null value was not found or does not apply, and is left out. */
export function Facts({ facts }: { facts: ReadonlyArray<readonly [name: string, value: ReactNode]> }) {
  const known = facts.filter(([, value]) => value !== null && value !== undefined && value !== '');
  if (known.length === 0) return null;
  return (
    <dl className="facts">
      {known.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The result of a probe, which may be inconclusive. */
export function yesNo(value: boolean | null | undefined, text: EvidenceWords): string {
  return value === null || value === undefined ? text.notAssessed : value ? text.yes : text.no;
}

export function Code({ children }: { children: ReactNode }) {
  return <code lang="en">{children}</code>;
}
