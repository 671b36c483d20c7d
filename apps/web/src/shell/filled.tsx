import { Fragment, type ReactNode } from 'react';

/** A sentence of the catalog with its links and values: `{name}` stands for a part, in any position. */
export function filled(text: string, parts: Readonly<Record<string, ReactNode>>): ReactNode[] {
  return text.split(/(\{\w+\})/).map((piece, index) => {
    const name = /^\{(\w+)\}$/.exec(piece)?.[1];
    return name === undefined ? piece : <Fragment key={index}>{parts[name]}</Fragment>;
  });
}
