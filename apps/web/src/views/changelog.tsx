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
      <div lang="en">{byRelease(markdown)}</div>
    </>
  ),
});

/** The latest release is open. The others are one line each, which a link such as `#v0.9.0` leads to. */
function byRelease(markdown: string): ReactNode[] {
  const [introduction = '', ...releases] = markdown.split(/^## /mu);
  return [
    ...blocks(introduction),
    ...releases.map((release, index) => {
      const [name = '', ...lines] = release.split('\n');
      return (
        <details key={name} className="seen" open={index === 0}>
          <summary>
            <h2 id={`v${name}`}>{name}</h2>
          </summary>
          {blocks(lines.join('\n'))}
        </details>
      );
    }),
  ];
}

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
    const heading = /^### (.*)$/.exec(line)?.[1];
    const item = /^[-*] (.*)$/.exec(line)?.[1];
    if (item !== undefined) list.push(item);
    else if (/^ +\S/.test(line) && list.length > 0) list.push(`${list.pop()} ${line.trim()}`);
    else {
      endList();
      if (heading !== undefined) shown.push(<h3 key={`h ${shown.length}`}>{inline(heading)}</h3>);
      else if (/^[^#\s]/.test(line)) shown.push(<p key={`p ${shown.length}`}>{inline(line)}</p>);
    }
  }
  endList();
  return shown;
}
