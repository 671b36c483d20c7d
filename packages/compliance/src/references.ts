import { cweLabel } from './cwe.ts';
import type { FrameworkId } from './framework.ts';
import { PCI_CONDITIONS, type Weakness } from './weakness.ts';

/** Where one framework speaks of a weakness. */
export interface Reference {
  control: string;
  /** Context never changes a row's state. */
  use: 'gap' | 'supporting' | 'context';
  /** Why this control: the basis of the mapping, or the condition under which it applies. */
  basis: string;
}

export function referencesTo(framework: FrameworkId, weakness: Weakness): Reference[] {
  switch (framework) {
    case 'owasp-top10-2021':
      return owasp(weakness.owasp2021, weakness, '2021');
    case 'owasp-top10-2025':
      return owasp(weakness.owasp2025, weakness, '2025');
    case 'pci-dss-4.0.1':
      return weakness.pci.map(({ control, use, when }) => ({ control, use, basis: `if ${PCI_CONDITIONS[when]}` }));
    case 'gdpr-art32':
      return weakness.gdpr.map((control) => ({ control, use: 'supporting', basis: 'to be weighed against the risk' }));
    case 'iso27001-2022':
      return weakness.iso.map((control, index) => ({
        control,
        use: 'supporting',
        basis: index === 0 ? 'primary control' : 'related control',
      }));
  }
}

function owasp(entry: Weakness['owasp2021'], weakness: Weakness, edition: string): Reference[] {
  if (entry === null) return [];
  const basis =
    entry.basis === 'cwe-list' && weakness.cwe !== null
      ? `${cweLabel(weakness.cwe.id)} is in OWASP’s ${edition} list of the category`
      : 'by the text of the category';
  return [{ control: entry.control, use: 'supporting', basis }];
}
