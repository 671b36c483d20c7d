import type { Grade } from '@palisade/report/report';

/** https://shields.io/badges/endpoint-badge */
export interface Badge {
  schemaVersion: 1;
  label: string;
  message: string;
  color: string;
  isError?: true;
}

/** White text on each has a contrast of at least 4.5:1. */
const COLORS: Readonly<Record<Grade, string>> = {
  'A+': '#137333',
  A: '#137333',
  B: '#4d6b0a',
  C: '#7a5c00',
  D: '#a84300',
  F: '#b3261e',
};
const NEUTRAL = '#5f6368';

/** @param grade null: the host is listed, and has no result yet; undefined: it is not listed */
export function badgeOf(label: string, grade: Grade | null | undefined): Badge {
  if (grade === undefined) return { schemaVersion: 1, label, message: 'not listed', color: NEUTRAL, isError: true };
  if (grade === null) return { schemaVersion: 1, label, message: 'no result yet', color: NEUTRAL };
  return { schemaVersion: 1, label, message: grade, color: COLORS[grade] };
}

const HEIGHT = 20;
const PADDING = 6;
/** Average width in px of a character in an 11 px sans-serif; `textLength` fits every font to it. */
const CHARACTER = 6.6;

export function badgeSvg({ label, message, color }: Badge): string {
  const [left, right] = [widthOf(label), widthOf(message)];
  const width = left + right;
  const said = escaped(`${label}: ${message}`);
  const text = (content: string, from: number, wide: number) =>
    `<text x="${from + wide / 2}" y="14" textLength="${wide - 2 * PADDING}" lengthAdjust="spacingAndGlyphs">${escaped(content)}</text>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" role="img" aria-label="${said}">`,
    `<title>${said}</title>`,
    `<clipPath id="r"><rect width="${width}" height="${HEIGHT}" rx="3"/></clipPath>`,
    '<g clip-path="url(#r)">',
    `<rect width="${left}" height="${HEIGHT}" fill="#3c4043"/>`,
    `<rect x="${left}" width="${right}" height="${HEIGHT}" fill="${color}"/>`,
    '</g>',
    '<g fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,Geneva,sans-serif" font-size="11">',
    text(label, 0, left),
    text(message, left, right),
    '</g></svg>',
  ].join('');
}

function widthOf(text: string): number {
  return Math.round([...text].length * CHARACTER) + 2 * PADDING;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
