import type { ReactNode } from 'react';

export interface DataRow {
  key: string;
  alarming: boolean;
  cells: readonly ReactNode[];
}

/**
 * A table that becomes one block per row on a phone. The roles are explicit because browsers
 * drop those of a table with another display type.
 */
export function DataTable({ label, heads, rows }: { label: string; heads: readonly string[]; rows: DataRow[] }) {
  return (
    <table role="table" aria-label={label}>
      <thead role="rowgroup">
        <tr role="row">
          {heads.map((head) => (
            <th key={head} role="columnheader" scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map(({ key, alarming, cells }) => (
          <tr key={key} role="row" className={alarming ? 'alarming' : ''}>
            {heads.map((head, column) => (
              <td key={head} role="cell" data-head={head}>
                {cells[column]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
