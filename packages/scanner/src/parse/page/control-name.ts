import type { Attributes } from './html-scan.ts';

/** A form control, in the markup or as a browser read it. */
export interface Control {
  name: string;
  attributes: Pick<Attributes, 'get'>;
}

/** Listed of one kind on one page. */
export const MOST_CONTROLS = 20;
/** Longer names are cut. */
const LONGEST_NAME = 60;

/** Input types into which no one types data about themselves. */
const OTHER_TYPES = new Set('hidden submit button image reset checkbox radio file search color range'.split(' '));

export function isTyped(attributes: Control['attributes']): boolean {
  return !OTHER_TYPES.has(attributes.get('type')?.toLowerCase() ?? '');
}

/** Words of `autocomplete`. Others may surround the field name: "section-a billing cc-number webauthn". */
export function autofillWords(attributes: Control['attributes']): string[] {
  return (attributes.get('autocomplete') ?? '').toLowerCase().trim().split(/\s+/u);
}

/** The control's name and id, each as written (`name="billing[E-Mail]"`) and in letters and digits (`billingemail`). */
export function namesOf(attributes: Control['attributes']): { written: string; plain: string }[] {
  return (['name', 'id'] as const).map((attribute) => {
    const value = attributes.get(attribute)?.slice(0, LONGEST_NAME) ?? '';
    return { written: `${attribute}="${value}"`, plain: plainName(value) };
  });
}

function plainName(value: string): string {
  return value
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/gu, '');
}

export function anyOf(...patterns: readonly string[]): RegExp {
  return new RegExp(patterns.map((one) => `(?:${one})`).join('|'));
}
