/** How well a CWE entry describes what was observed on the server. */
export type CweFit = 'exact' | 'close' | 'nearest';

/** One kind of shortcoming. Which controls it concerns is said by each framework. */
export interface Weakness {
  readonly cwe: { readonly id: number; readonly fit: CweFit } | null;
  /** In the mapping, not in the finding. */
  readonly confidence: 'high' | 'medium' | 'low';
  readonly note?: string;
}
