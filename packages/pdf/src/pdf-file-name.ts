/** `palisade_example_com.pdf`: the service's slug, then the host with underscores for dots. Plain ASCII, no path. */
export function pdfFileName(serviceName: string, host: string): string {
  return `${slug(serviceName) || 'report'}_${slug(host) || 'site'}.pdf`;
}

function slug(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]+/g, '_')
    .replaceAll(/^[_-]+|[_-]+$/g, '')
    .slice(0, 200);
}
