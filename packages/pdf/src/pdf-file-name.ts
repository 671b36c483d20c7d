/** `palisade_example_com.pdf`: the service's slug, then the host with underscores for dots. Plain ASCII, no path. */
export function pdfFileName(serviceName: string, host: string): string {
  return `${slug(serviceName) || 'report'}_${slug(host) || 'site'}.pdf`;
}

export interface NamedFile {
  product: 'scan' | 'compliance' | 'findings';
  host: string;
  /** ISO 8601. */
  scannedAt: string;
  extension?: 'pdf' | 'csv' | 'html';
}

/** `palisade_compliance_example_com_2026-11-22.pdf`: different from other products, and from last month's. */
export function datedFileName(serviceName: string, { product, host, scannedAt, extension = 'pdf' }: NamedFile): string {
  return `${slug(serviceName) || 'report'}_${product}_${slug(host) || 'site'}_${scannedAt.slice(0, 10)}.${extension}`;
}

function slug(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]+/g, '_')
    .replaceAll(/^[_-]+|[_-]+$/g, '')
    .slice(0, 200);
}
