import type { View } from '../frame.ts';
import { DataTable } from '../shell/data-table.tsx';
import { filled } from '../shell/filled.tsx';

export interface MethodProps {
  userAgent: string;
  freeScansPerDay: number;
  scanTimeoutMs: number;
  engineVersion: string;
  /** Address at which site owners reach the operator. */
  contact: string;
}

const GRADES = [
  ['A+', 90, 100],
  ['A', 80, 89],
  ['B', 70, 79],
  ['C', 60, 69],
  ['D', 50, 59],
  ['F', 0, 49],
] as const;

/** How scores are calculated, what is not tested, and how site owners opt out. */
export const method: View<MethodProps> = (props, { frame, words }) => {
  const text = words.method;
  return {
    title: words.nav.method,
    description: text.description,
    body: (
      <>
        <h1>{words.nav.method}</h1>
        <h2>{text.does}</h2>
        <p>{text.asks(frame.serviceName, props.scanTimeoutMs / 1000)}</p>
        <p>
          {filled(text.judges, {
            check: <a href="/checks">{text.check}</a>,
            engine: props.engineVersion,
            signed: <a href="/verify">{text.signed}</a>,
          })}
        </p>
        <h2>{text.score}</h2>
        <p>{text.starts}</p>
        <DataTable
          caption={text.grades}
          head={[words.site.grade, words.site.score]}
          rows={GRADES.map(([grade, from, to]) => [grade, text.range(from, to)])}
        />
        <h2>{text.notTested}</h2>
        <p>{text.behind}</p>
        <p>{text.provisional}</p>
        <h2 id="let-in">{text.challenge}</h2>
        <p>{filled(text.letIn, { command: <code>palisade scan --cookie … --header …</code> })}</p>
        <h2>{text.limits}</h2>
        <p>{text.free(props.freeScansPerDay)}</p>
        <h2 id="opt-out">{text.leftAlone}</h2>
        <p>{text.userAgent}</p>
        <pre>
          <code>{props.userAgent}</code>
        </pre>
        <p>
          {filled(text.listed, {
            record: <code>_palisade.example.com</code>,
            file: <code>/.well-known/palisade.txt</code>,
            optOut: <code>opt-out</code>,
            list: <code>list</code>,
            account: <a href="/account">{text.inAccount}</a>,
            contact: <a href={props.contact}>{props.contact.replace(/^mailto:/, '')}</a>,
          })}
        </p>
      </>
    ),
  };
};
