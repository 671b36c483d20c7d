import type { ReactNode } from 'react';

/** A table that scrolls by itself on narrow screens, by keyboard too. */
export function DataTable(props: {
  caption: string;
  /** What the region is called where the caption alone is on the page more than once. */
  name?: string;
  head: readonly string[];
  rows: ReadonlyArray<readonly ReactNode[]>;
}) {
  return (
    <div className="scroll" role="region" aria-label={props.name ?? props.caption} tabIndex={0}>
      <table>
        <caption>{props.caption}</caption>
        <thead>
          <tr>
            {props.head.map((cell) => (
              <th key={cell} scope="col">
                {cell}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {props.rows.map((row, index) => (
            <tr key={index}>
              {row.map((cell, column) => (
                <td key={column}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
