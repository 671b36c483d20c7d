/** `palisade_example_com.pdf`: the service's slug, then the host with underscores for dots. Plain ASCII, no path. */
export function pdfFileName(serviceName: string, host: string): string {
  return `${slug(serviceName) || 'report'}_${slug(host) || 'site'}.pdf`;
}

/** `palisade_compliance_example_com_2026-11-22.pdf`: told apart from the scan's document, and from last month's. */
export function complianceFileName(serviceName: string, host: string, scannedAt: string): string {
  return `${slug(serviceName) || 'report'}_compliance_${slug(host) || 'site'}_${scannedAt.slice(0, 10)}.pdf`;
}

function slug(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]+/g, '_')
    .replaceAll(/^[_-]+|[_-]+$/g, '')
    .slice(0, 200);
}
