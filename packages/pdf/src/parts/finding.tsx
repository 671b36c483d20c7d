import { Link, Text, View } from '@react-pdf/renderer';
import type { ReactNode } from 'react';
import type { PrintedResult } from '../printed-report.ts';
import { SECTION_TITLES } from '../printed-report.ts';
import { CONTENT_WIDTH, INK, SEVERITY, STATUS } from '../theme.ts';
import { monoColumns, wrapMono } from '../wrap-text.ts';
import { bookmark, Code, CodeBlock, Fitted, Label, Prose } from './text.tsx';
import { SeverityTag } from './tables.tsx';

const WIDTH = CONTENT_WIDTH - 14;
/** Items of evidence printed beside a finding; the rest is in the appendix. */
export const EVIDENCE_SHOWN = 8;
const SNIPPET_LABEL = 54;

/** One finding: what was seen, why it matters, what to paste. Long ones may break over pages, titles never stand alone. */
export function Finding({
  number,
  result,
  references,
}: {
  number: number;
  result: PrintedResult;
  references?: string;
}): ReactNode {
  const { colour } = SEVERITY[result.severity];
  const rest = result.evidence.length - EVIDENCE_SHOWN;
  return (
    <View
      id={findingId(number)}
      wrap={lineCount(result) > UNBROKEN_LINES}
      {...bookmark(`${number}. ${result.title}`)}
      style={{ borderLeftWidth: 2.5, borderLeftColor: colour, paddingLeft: 11.5, marginBottom: 18 }}
    >
      <View minPresenceAhead={70} wrap={false}>
        <View style={{ flexDirection: 'row', alignItems: 'center', marginBottom: 4 }}>
          <SeverityTag severity={result.severity} />
          <Text style={{ fontSize: 7.5, color: INK.soft, marginLeft: 8 }}>
            {`${SECTION_TITLES[result.section]}  ·  ${STATUS[result.status].word}  ·  ${
              result.deduction > 0 ? `−${result.deduction} points` : 'no points'
            }`}
          </Text>
        </View>
        <View style={{ marginBottom: 3 }}>
          <Fitted width={WIDTH} style={{ fontSize: 11.5, lineHeight: 1.3, fontWeight: 700, color: INK.night }}>
            {`${number}. ${result.title}`}
          </Fitted>
        </View>
        <Prose width={WIDTH} gap={result.note === null ? 0 : 3}>
          {result.explanation}
        </Prose>
      </View>
      {result.note === null ? null : (
        <Prose width={WIDTH} colour={INK.soft}>
          {result.note}
        </Prose>
      )}
      {result.evidence.length === 0 ? null : (
        <Part label={result.evidence.length === 1 ? 'Observed' : `Observed (${result.evidence.length})`}>
          <CodeBlock width={WIDTH} maxLines={24}>
            {result.evidence.slice(0, EVIDENCE_SHOWN).join('\n')}
          </CodeBlock>
          {rest > 0 ? (
            <Link src="#evidence" style={{ fontSize: 7.5, color: INK.link, textDecoration: 'none', marginTop: 3 }}>
              {`and ${rest} more in the appendix`}
            </Link>
          ) : null}
        </Part>
      )}
      {result.fix === null ? null : (
        <Part label={result.snippets === null ? 'Fix' : 'Fix: the value to send'}>
          <CodeBlock width={WIDTH} accent={INK.accent} maxLines={60}>
            {result.fix}
          </CodeBlock>
        </Part>
      )}
      {result.snippets === null ? null : <Snippets snippets={result.snippets} />}
      {references === undefined ? null : (
        <View style={{ marginTop: 6 }}>
          <Prose width={WIDTH} size="small" colour={INK.soft}>
            {references}
          </Prose>
        </View>
      )}
    </View>
  );
}

/** Findings up to about a third of a page are kept whole. */
const UNBROKEN_LINES = 24;

function lineCount({ explanation, note, evidence, fix, snippets }: PrintedResult): number {
  const columns = monoColumns(WIDTH, 7.6);
  const code = [evidence.slice(0, EVIDENCE_SHOWN).join('\n'), fix ?? '', ...Object.values(snippets ?? {})];
  return Math.ceil((explanation.length + (note?.length ?? 0)) / 100) + wrapMono(code.join('\n'), columns).length;
}

export function findingId(number: number): string {
  return `finding-${number}`;
}

function Part({ label, children }: { label: string; children: ReactNode }): ReactNode {
  return (
    <View style={{ marginTop: 7 }}>
      <View minPresenceAhead={30}>
        <Label>{label}</Label>
      </View>
      {children}
    </View>
  );
}

/** The same value in the configuration language of each server. */
function Snippets({ snippets }: { snippets: Readonly<Record<string, string>> }): ReactNode {
  return (
    <View style={{ marginTop: 5 }}>
      {Object.entries(snippets).map(([server, text]) => (
        <View
          key={server}
          style={{ flexDirection: 'row', borderTopWidth: 0.5, borderTopColor: INK.line, paddingVertical: 3 }}
        >
          <Text style={{ width: SNIPPET_LABEL, fontSize: 7.2, lineHeight: 1.5, fontWeight: 600, color: INK.soft }}>
            {SERVER_NAMES[server] ?? server}
          </Text>
          <View style={{ width: WIDTH - SNIPPET_LABEL }}>
            <Code width={WIDTH - SNIPPET_LABEL} size={7.1} maxLines={40}>
              {text}
            </Code>
          </View>
        </View>
      ))}
    </View>
  );
}

const SERVER_NAMES: Readonly<Record<string, string>> = {
  nginx: 'nginx',
  apache: 'Apache',
  caddy: 'Caddy',
  express: 'Express',
  cloudflare: 'Cloudflare',
};
