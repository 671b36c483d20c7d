import { Page, Text, View } from '@react-pdf/renderer';
import { Fragment, type ReactNode } from 'react';
import { type Block, heightOf } from '../flow.ts';
import { useFonts } from '../fonts-context.ts';
import { tagged } from '../tagged/tag.ts';
import { INK, PAGE, TYPE } from '../theme.ts';

export interface Running {
  /** Left part of the header. */
  title: string;
  host: string;
  /** Footer: the identity of the evidence, on every page. */
  sha256: string;
  engine: string;
  time: string;
}

export interface PageNumber {
  page: number;
  pages: number;
}

/** One page with header and footer. Its blocks fit, so the renderer breaks nothing. */
export function FullPage({
  running,
  number,
  blocks,
}: {
  running: Running;
  number: PageNumber;
  blocks: readonly Block[];
}): ReactNode {
  const { sans } = useFonts();
  return (
    <Page size="A4" wrap={false} style={{ ...SHEET, fontFamily: sans, color: INK.text, paddingTop: PAGE.top }}>
      <View
        {...tagged({ as: 'Artifact' })}
        style={{
          position: 'absolute',
          top: 26,
          left: PAGE.margin,
          right: PAGE.margin,
          flexDirection: 'row',
          justifyContent: 'space-between',
        }}
      >
        <Text style={{ fontSize: 8, fontWeight: 600, color: INK.soft }}>{running.title}</Text>
        <Text style={{ fontSize: 8, color: INK.faint, maxWidth: 300 }}>{shorten(running.host, 60)}</Text>
      </View>
      {blocks.map(({ anchor }, index) =>
        anchor === undefined ? null : (
          <Anchor key={index} anchor={anchor} top={PAGE.top + heightOf(blocks.slice(0, index))} />
        ),
      )}
      <View style={{ marginHorizontal: PAGE.margin }}>
        {blocks.map(({ draw }, index) => (
          <Fragment key={index}>{draw()}</Fragment>
        ))}
      </View>
      <Foot running={running} number={number} />
    </Page>
  );
}

/** How far above its target a link lands, so that the target does not touch the edge of the window. */
const ABOVE = 12;

/** A direct child of the page: the renderer mistakes a target's position in its parent for its position on the page. */
function Anchor({ anchor: { id, mark }, top }: { anchor: NonNullable<Block['anchor']>; top: number }): ReactNode {
  return (
    <View
      {...(id === undefined ? {} : { id })}
      // The type has `bookmark` on Page only; the renderer accepts it on every node.
      {...(mark === undefined ? {} : { bookmark: mark })}
      style={{ position: 'absolute', left: 0, top: top - ABOVE, width: 0, height: 0 }}
    />
  );
}

/** A page that is not broken is as high as its content; this makes it as high as the paper. */
export const SHEET = { minHeight: PAGE.height } as const;

export function Foot({ running, number }: { running: Running; number: PageNumber }): ReactNode {
  const { mono } = useFonts();
  return (
    <View
      {...tagged({ as: 'Artifact' })}
      style={{
        position: 'absolute',
        bottom: 24,
        left: PAGE.margin,
        right: PAGE.margin,
        borderTopWidth: 0.6,
        borderTopColor: INK.line,
        paddingTop: 6,
        flexDirection: 'row',
        justifyContent: 'space-between',
      }}
    >
      <View>
        <Text style={{ fontFamily: mono, fontSize: 8, color: INK.faint }}>{`evidence sha256 ${running.sha256}`}</Text>
        <Text
          style={{ fontSize: TYPE.tiny.fontSize, color: INK.faint, marginTop: 2 }}
        >{`${running.time}  ·  engine ${running.engine}`}</Text>
      </View>
      <Text style={{ fontSize: 8, color: INK.faint }}>{`Page ${number.page} of ${number.pages}`}</Text>
    </View>
  );
}

function shorten(text: string, length: number): string {
  const characters = [...text];
  if (characters.length <= length) return text;
  const half = Math.floor((length - 1) / 2);
  return `${characters.slice(0, half).join('')}…${characters.slice(-half).join('')}`;
}
