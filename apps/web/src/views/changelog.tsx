import type { ReactNode } from 'react';
import type { View } from '../frame.ts';
import { inlineMarkdown as inline } from '../shell/inline-markdown.tsx';

export interface ChangelogProps {
  /** CHANGELOG.md. Only what our own file contains is supported: headings, lists and paragraphs with `code`. */
  markdown: string;
}

/** What operators and API clients must know, version by version. */
export const changelog: View<ChangelogProps> = ({ markdown }, { words }) => ({
  title: words.nav.changelog,
  description: words.changelog.description,
  body: (
    <>
      <h1>{words.nav.changelog}</h1>
      <div lang="en">{blocks(markdown)}</div>
    </>
  ),
});

function blocks(markdown: string): ReactNode[] {
  const shown: ReactNode[] = [];
  let list: string[] = [];
  const endList = () => {
    if (list.length > 0)
      shown.push(
        <ul key={`list ${shown.length}`}>
          {list.map((item, index) => (
            <li key={index}>{inline(item)}</li>
          ))}
        </ul>,
      );
    list = [];
  };
  for (const line of markdown.split('\n')) {
    const [, hashes, heading = ''] = /^(#{2,3}) (.*)$/.exec(line) ?? [];
    const item = /^[-*] (.*)$/.exec(line)?.[1];
    if (item !== undefined) list.push(item);
    else if (/^ +\S/.test(line) && list.length > 0) list.push(`${list.pop()} ${line.trim()}`);
    else {
      endList();
      if (hashes === '##') shown.push(<h2 key={`h ${shown.length}`}>{inline(heading)}</h2>);
      else if (hashes === '###') shown.push(<h3 key={`h ${shown.length}`}>{inline(heading)}</h3>);
      else if (/^[^#\s]/.test(line)) shown.push(<p key={`p ${shown.length}`}>{inline(line)}</p>);
    }
  }
  endList();
  return shown;
}
