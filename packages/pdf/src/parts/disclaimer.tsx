import type { Assessment } from '@palisade/compliance/assess';
import { cweUrl } from '@palisade/compliance/cwe';
import { DISCLAIMER } from '@palisade/compliance/wording';
import { type Block, kept } from '../flow.ts';
import type { Mark } from '../outline.ts';
import { CONTENT_WIDTH } from '../theme.ts';
import { cutProse } from '../wrap-text.ts';
import { chapterTitle, fixed, gap, heading, lineHeight, prose, TextLink } from './text.tsx';

const LINK = { fontSize: 8.5, lineHeight: 1.5 };

export function disclaimerChapter(assessment: Assessment, mark: Mark): Block[] {
  const cited = new Map(assessment.findings.flatMap(({ cwe }) => (cwe === null ? [] : [[cwe.id, cwe.label] as const])));
  return [
    ...chapterTitle({ id: 'disclaimer', title: 'Disclaimer', mark }),
    ...DISCLAIMER.flatMap((paragraph) => [prose(paragraph), gap(7)]),
    ...(cited.size === 0 ? [] : heading('Weaknesses cited')),
    ...(cited.size > ON_ONE_PAGE ? links(cited) : kept(links(cited))),
  ];
}

const ON_ONE_PAGE = 30;

function links(cited: ReadonlyMap<number, string>): Block[] {
  return [...cited]
    .toSorted(([a], [b]) => a - b)
    .map(([id, label]) =>
      fixed(
        lineHeight(LINK),
        <TextLink href={cweUrl(id)} style={LINK}>
          {cutProse(label, CONTENT_WIDTH, LINK.fontSize)}
        </TextLink>,
      ),
    );
}
