/** How well a CWE entry describes what was observed on the server. */
export type CweFit = 'exact' | 'close' | 'nearest';

/** One kind of weakness. Each framework says which of its controls it concerns. */
export interface Weakness {
  readonly cwe: { readonly id: number; readonly fit: CweFit } | null;
  /** In the mapping, not in the finding. */
  readonly confidence: 'high' | 'medium' | 'low';
  readonly note?: string;
}
