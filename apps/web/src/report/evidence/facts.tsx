import type { ReactNode } from 'react';

/** Names and values; what is null was not found or does not apply and is left out. */
export function Facts({ facts }: { facts: Readonly<Record<string, ReactNode>> }) {
  const known = Object.entries(facts).filter(([, value]) => value !== null && value !== undefined && value !== '');
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

/** What a probe found out, where it may have found out nothing. */
export function yesNo(value: boolean | null | undefined): string {
  return value === null || value === undefined ? 'not assessed' : value ? 'yes' : 'no';
}

export function Code({ children }: { children: ReactNode }) {
  return <code>{children}</code>;
}
