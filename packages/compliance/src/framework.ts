/**
 * partial: from outside, something can be observed that speaks for or against the
 * control. none: nothing an external, unauthenticated scan sees can, so the row is
 * always "not assessed".
 */
export type Reach = 'partial' | 'none';

export interface Control {
  readonly title: string;
  readonly reach: Reach;
  /** What part of the control the scan looks at, or why it cannot. */
  readonly scope: string;
}

/** One edition of one framework. A new edition is a new file beside the old one, never an edit of it. */
export interface Framework {
  readonly id: FrameworkId;
  readonly name: string;
  readonly edition: string;
  readonly status: 'current' | 'superseded';
  /** One or two sentences printed under the table. */
  readonly statement: string;
  /** What the rows leave out altogether. */
  readonly outside: string;
  /** Keyed by the framework's own number, in the framework's order. */
  readonly controls: Readonly<Record<string, Control>>;
}

export const FRAMEWORK_IDS = [
  'owasp-top10-2025',
  'owasp-top10-2021',
  'pci-dss-4.0.1',
  'gdpr-art32',
  'iso27001-2022',
] as const;
export type FrameworkId = (typeof FRAMEWORK_IDS)[number];
