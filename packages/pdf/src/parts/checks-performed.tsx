import { View } from '@react-pdf/renderer';
import type { ReactNode } from 'react';
import { PRINTED_SECTIONS, type PrintedResult, SECTION_TITLES } from '../printed-report.ts';
import { CONTENT_WIDTH, INK } from '../theme.ts';
import { statusCell, Table } from './tables.tsx';
import { ChapterTitle, Heading, Prose } from './text.tsx';

/** Every check by name, the sound ones too: what was looked at is as much a result as what was found. */
export function ChecksPerformed({ results }: { results: readonly PrintedResult[] }): ReactNode {
  const unknown = results.filter((result) => result.status === 'unknown');
  return (
    <View break>
      <ChapterTitle
        id="checks"
        title="Checks performed"
        lead="All checks of this scan with their outcome. “No issue” means that this check observed none."
      />
      {PRINTED_SECTIONS.map((section) => {
        const own = results.filter((result) => result.section === section);
        if (own.length === 0) return null;
        return (
          <View key={section} style={{ marginBottom: 8 }}>
            <Heading mark={SECTION_TITLES[section]}>{SECTION_TITLES[section]}</Heading>
            <Table
              columns={[
                { title: 'Check', width: 190 },
                { title: 'Id', width: CONTENT_WIDTH - 190 - 78 - 42, mono: true },
                { title: 'Outcome', width: 78 },
                { title: 'Points', width: 42, align: 'right' },
              ]}
              rows={own.map((result) => [
                result.title,
                result.id,
                statusCell(result.status),
                result.deduction > 0 ? `−${result.deduction}` : '–',
              ])}
            />
          </View>
        );
      })}
      <ChapterTitle
        id="not-assessed"
        title="Not assessed"
        lead={
          unknown.length === 0
            ? 'Every check of this scan could be made. What no scan from outside can see is named under scope and method.'
            : 'These checks could not be made. They count neither for nor against the site.'
        }
      />
      {unknown.map((result) => (
        <View key={result.id} wrap={false} style={{ marginBottom: 7 }}>
          <Prose>{`${result.title} (${result.id})`}</Prose>
          <Prose size="small" colour={INK.soft}>
            {result.note ?? 'No reason was recorded.'}
          </Prose>
        </View>
      ))}
    </View>
  );
}
