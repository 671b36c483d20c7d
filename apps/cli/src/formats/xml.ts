import { type Encoded, sealed, templateOf } from '@palisade/report/encoded';
import { visible } from '@palisade/report/visible';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Markup of XML and HTML: inserted values are escaped unless they are markup themselves. */
export type Markup = Encoded<'markup'>;
export const markup = templateOf<'markup'>();

/** Text or attribute value for XML and HTML. Control characters are shown as escapes: XML 1.0 §2.2 forbids most of them. */
export function escaped(text: string): Markup {
  return sealed(
    text
      .split('\n')
      .map((line) => visible(line).replaceAll(/[&<>"']/gu, (character) => ENTITIES[character] ?? character))
      .join('\n'),
  );
}

/** Attributes in double quotes; numbers and booleans without encoding. */
export function attributes(values: Readonly<Record<string, string | number>>): Markup {
  return sealed(
    Object.entries(values)
      .map(([name, value]) => ` ${name}="${escaped(String(value)).replaceAll('\n', '&#10;')}"`)
      .join(''),
  );
}
