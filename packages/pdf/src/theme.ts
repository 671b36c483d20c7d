import type { Grade } from '@palisade/report/report';
import type { CheckStatus, Severity } from '@palisade/report/check';

export const INK = {
  text: '#16202c',
  soft: '#46566a',
  faint: '#5d6d80',
  line: '#dde4ec',
  wash: '#f4f7fa',
  code: '#f0f3f7',
  night: '#0d1f2d',
  nightSoft: '#9fb4c7',
  nightLine: '#24405a',
  accent: '#0f6e6b',
  link: '#0b5c8f',
  white: '#ffffff',
} as const;

/** A4 in points. */
export const PAGE = { width: 595.28, height: 841.89, margin: 50, top: 62, bottom: 64 } as const;
export const CONTENT_WIDTH = PAGE.width - 2 * PAGE.margin;
export const CONTENT_HEIGHT = PAGE.height - PAGE.top - PAGE.bottom;

/** A type alias, because an interface is not accepted as a style. */
export type TypeStyle = {
  fontSize: number;
  lineHeight: number;
  fontWeight?: 400 | 600 | 700;
  letterSpacing?: number;
};

/**
 * `lineHeight` is used only together with `fontSize`, in leaf styles: on a page it makes the
 * page numbers vanish, and without a size in the same object it is based on 18 points.
 */
export const TYPE = {
  title: { fontSize: 19, lineHeight: 1.25, fontWeight: 700 },
  heading: { fontSize: 12.5, lineHeight: 1.3, fontWeight: 700 },
  subheading: { fontSize: 10.4, lineHeight: 1.3, fontWeight: 700 },
  body: { fontSize: 9.2, lineHeight: 1.5 },
  small: { fontSize: 8, lineHeight: 1.45 },
  tiny: { fontSize: 8, lineHeight: 1.4 },
  label: { fontSize: 8, lineHeight: 1.4, fontWeight: 600 },
  code: { fontSize: 8, lineHeight: 1.5 },
  cell: { fontSize: 8, lineHeight: 1.4 },
  strong: { fontSize: 8, lineHeight: 1.4, fontWeight: 600 },
  item: { fontSize: 9, lineHeight: 1.35, fontWeight: 600 },
  finding: { fontSize: 11.5, lineHeight: 1.3, fontWeight: 700 },
} as const satisfies Record<string, TypeStyle>;

export const GRADE_COLOR: Readonly<Record<Grade, string>> = {
  'A+': '#1f9d63',
  A: '#2ea44f',
  B: '#7aa116',
  C: '#d69a00',
  D: '#e0701a',
  F: '#d63b3b',
};

/** Never color alone: the word is always printed next to it. */
export const SEVERITY: Readonly<Record<Severity, { word: string; color: string; wash: string; meaning: string }>> = {
  critical: {
    word: 'Critical',
    color: '#b42323',
    wash: '#fdf0f0',
    meaning: 'Visitors or their data are exposed now, or browsers refuse to open the site. Fix first.',
  },
  important: {
    word: 'Important',
    color: '#a85a08',
    wash: '#fdf5ea',
    meaning: 'A recommended defense is missing or weak, so another mistake can become serious.',
  },
  minor: {
    word: 'Minor',
    color: '#2a5b99',
    wash: '#eff5fb',
    meaning: 'Hardening and good practice. Fix when convenient.',
  },
};

export const STATUS: Readonly<Record<CheckStatus, { word: string; color: string }>> = {
  good: { word: 'No issue', color: '#18794e' },
  missing: { word: 'Missing', color: '#b42323' },
  weak: { word: 'Weak', color: '#a85a08' },
  warn: { word: 'Warning', color: '#a85a08' },
  bad: { word: 'Harmful', color: '#b42323' },
  unknown: { word: 'Not assessed', color: '#5d6d80' },
};

/** Of what is good and yet carries an observation. */
export const REMARK = { word: 'Remark', color: '#2a5b99' } as const;
