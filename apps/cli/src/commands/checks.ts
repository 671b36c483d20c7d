import { SECTION_TITLES } from '@palisade/report/check-sections';
import { CATALOG, type CatalogEntry } from '@palisade/scanner/catalog';
import { checkNames } from '../gates/fail-on.ts';
import { EXIT, type ExitStatus } from '../exit-status.ts';
import { joined, line, linesOf, paint, shown, type Shown } from '../terminal/shown.ts';
import { jsonLine } from '@palisade/report/visible';
import { columns, wrap } from '../terminal/wrap.ts';
import { printEncoded, printLines } from '../terminal/write.ts';

export async function checks(id: string | undefined, options: { json?: boolean }): Promise<ExitStatus> {
  const section = id?.replace(/\/$/u, '');
  const entries = CATALOG.filter((entry) => id === undefined || entry.id === id || entry.id.startsWith(`${section}/`));
  if (entries.length === 0) checkNames([id ?? ''], 'checks');
  const [only] = entries;
  if (options.json) await printEncoded(jsonLine(only?.id === id ? only : entries, 2));
  else printLines(only && only.id === id ? explain(only) : table(entries));
  return EXIT.fine;
}

function table(entries: readonly CatalogEntry[]): Shown[] {
  const widest = Math.max(...entries.map((entry) => entry.id.length));
  return entries.flatMap((entry, index) => [
    ...(entries[index - 1]?.section === entry.section
      ? []
      : [shown(''), paint(['bold', 'underline'], SECTION_TITLES[entry.section])]),
    ...row(entry, widest),
  ]);
}

/** The title, on the next line if it does not fit on this one. */
function row({ id, severity, deduction, title }: CatalogEntry, widest: number): Shown[] {
  const points = `−${deduction}`;
  const whole = line`${id.padEnd(widest)}  ${severity.padEnd(9)}  ${points.padStart(4)}  ${title}`;
  if (!process.stdout.isTTY || whole.length <= columns()) return [whole];
  const below = { indent: '    ' };
  return [...wrap(`${id}, ${severity}, ${points}`, { ...below, first: line`` }), ...wrap(title, below)];
}

function explain(entry: CatalogEntry): Shown[] {
  const head = `${entry.id}, ${entry.severity}, up to −${entry.deduction} points`;
  const widest = Math.max(...entry.outcomes.map(({ status }) => status.length));
  return [
    joined([paint('bold', entry.title), paint('dim', `  ${head}`)]),
    ...wrap(entry.why, { indent: '' }),
    shown(''),
    paint('bold', 'Outcomes'),
    ...entry.outcomes.flatMap((outcome) =>
      wrap(
        `${outcome.title}${outcome.deduction > 0 ? ` (−${outcome.deduction}, ${outcome.severity})` : ''}${outcome.cap === null ? '' : `, score capped at ${outcome.cap}`}`,
        {
          indent: ' '.repeat(widest + 4),
          first: line`  ${outcome.status.padEnd(widest)}  `,
        },
      ),
    ),
    ...(entry.fix === null
      ? []
      : [shown(''), paint('bold', 'Fix'), ...linesOf(entry.fix).map((text) => line`  ${text}`)]),
    ...(entry.references.length === 0
      ? []
      : [shown(''), paint('bold', 'References'), ...entry.references.map((url) => line`  ${url}`)]),
  ];
}
