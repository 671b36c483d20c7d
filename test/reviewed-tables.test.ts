import { expect, it } from 'vitest';
import { withDay } from '../scripts/reviewed-tables.ts';

it('the date of a table is set in its own row, not in those that name it as a source', () => {
  const rows = ['| `a.json` | x | 2026-01-01 | b |', '| `b.ts` | y | 2026-01-01 | `a.json` |'];
  const dated = withDay(rows.join('\n'), 'a.json', '2026-02-02').split('\n');
  expect(dated).toEqual(['| `a.json` | x | 2026-02-02 | b |', rows[1]]);
});
