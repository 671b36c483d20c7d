import table from './end-of-life.json' with { type: 'json' };

/** The last day of security support. false: no end is known. true: it has ended, but the date was not published. */
type End = string | boolean;

export interface ProductLines {
  product: string;
  lines: readonly (readonly [line: string, end: End])[];
}

/** A version that a distribution still patches under its original upstream number. */
export interface DistributionBuild {
  distribution: string;
  release: string;
  software: string;
  versions: readonly string[];
  /**
   * frozen: the number never changes. rebased: it changes within its line. module: one of several choices, each with
   * its own end.
   */
  kind: 'frozen' | 'rebased' | 'module';
  until: string;
  /** The last day for subscribers (Ubuntu Pro). */
  extended?: string;
}

export const END_OF_LIFE_DATE: string = table.as_of;
export const PRODUCT_LINES = table.products as unknown as readonly ProductLines[];
export const DISTRIBUTION_BUILDS = table.builds as unknown as readonly DistributionBuild[];
