import type { Encoded } from '@palisade/report/encoded';
import type { Ignore } from '../scanning/config-file.ts';
import type { SiteResult } from '../scanning/site-report.ts';
import type { FormatName } from './format-names.ts';

/** What a format may need in addition to the results. */
export interface FormatContext {
  /** Number of sites in the run: one is shown in full, many as a list. */
  total: number;
  /** Ignores in force: the findings they cover are marked, not hidden. */
  ignores: readonly Ignore[];
  now: Date;
}

/**
 * Written in pieces, so that a thousand sites take no more memory than one. Each piece comes from the encoder of
 * its format: files and standard output accept no other text.
 */
export interface Format {
  begin(): Encoded<string>;
  site(result: SiteResult): Encoded<string>;
  end(): Encoded<string>;
}

export type MakeFormat = (context: FormatContext) => Format;

/** Each is loaded at its first use. */
export const LOADERS: Readonly<Record<FormatName, () => Promise<MakeFormat>>> = {
  text: async () => (await import('./text.ts')).textFormat,
  json: async () => (await import('./json.ts')).jsonFormat,
  jsonl: async () => (await import('./json.ts')).jsonLinesFormat,
  sarif: async () => (await import('./sarif.ts')).sarifFormat,
  junit: async () => (await import('./junit.ts')).junitFormat,
  markdown: async () => (await import('./markdown.ts')).markdownFormat,
  html: async () => (await import('./html.ts')).htmlFormat,
  csv: async () => (await import('./csv.ts')).csvFormat,
};
