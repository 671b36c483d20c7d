import type { ReactNode } from 'react';

/** A table that scrolls separately on narrow screens, also by keyboard. */
export function DataTable(props: {
  caption: string;
  /** Accessible name of the region, if the caption occurs more than once on the page. */
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
