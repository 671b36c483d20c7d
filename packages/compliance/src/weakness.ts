/** How well a CWE entry describes what was observed on the server. */
export type CweFit = 'exact' | 'close' | 'nearest';

/** `cwe-list`: OWASP lists this CWE in the category. `category-text`: chosen from the category's description. */
export type OwaspBasis = 'cwe-list' | 'category-text';

/**
 * gap: evidence against the requirement, if the condition holds. supporting: helps or
 * hurts, never decides. context: background only, never changes a row's state.
 */
export type PciUse = 'gap' | 'supporting' | 'context';

/** What must be true of the site for a PCI DSS reference to apply. */
export const PCI_CONDITIONS = {
  PAN: 'card numbers cross this connection',
  PAY: 'this is a payment page, or embeds one',
  CDE: 'the host is in, or can affect, the cardholder data environment',
  OWN: 'the application is bespoke or custom software',
  LOGIN: 'users log in here',
  ADMIN: 'this is an administrative interface',
  MAIL: 'in-scope personnel use this mail domain',
} as const;
export type PciCondition = keyof typeof PCI_CONDITIONS;

/** One kind of shortcoming and where each framework speaks of it. Controls are numbers of the frameworks' tables. */
export interface Weakness {
  readonly cwe: { readonly id: number; readonly fit: CweFit } | null;
  readonly owasp2021: { readonly control: string; readonly basis: OwaspBasis } | null;
  readonly owasp2025: { readonly control: string; readonly basis: OwaspBasis } | null;
  readonly pci: readonly { readonly control: string; readonly use: PciUse; readonly when: PciCondition }[];
  readonly gdpr: readonly string[];
  readonly iso: readonly string[];
  readonly confidence: 'high' | 'medium' | 'low';
  readonly note?: string;
}
