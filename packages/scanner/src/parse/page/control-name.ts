import type { Attributes } from './html-scan.ts';

/** A form control, in the markup or as a browser read it. */
export interface Control {
  name: string;
  attributes: Pick<Attributes, 'get'>;
}

/** Listed of one kind on one page. */
export const MOST_CONTROLS = 20;
/** Longer names are cut. */
export const LONGEST_NAME = 60;

/** Input types into which no one types data about themselves. */
const OTHER_TYPES = new Set('hidden submit button image reset checkbox radio file search color range'.split(' '));

export function isTyped(attributes: Control['attributes']): boolean {
  return !OTHER_TYPES.has(attributes.get('type')?.toLowerCase() ?? '');
}

/** Words of `autocomplete`. Others may surround the field name: "section-a billing cc-number webauthn". */
export function autofillWords(attributes: Control['attributes']): string[] {
  return (attributes.get('autocomplete') ?? '').toLowerCase().trim().split(/\s+/u);
}

/** A control’s name or id in letters and digits: `billing[E-Mail]` is `billingemail`. */
export function plainName(value: string): string {
  return value
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/gu, '');
}

export function anyOf(...patterns: readonly string[]): RegExp {
  return new RegExp(patterns.map((one) => `(?:${one})`).join('|'));
}
