/** Domains that changed owner and then served malware to the pages that still loaded from them (June 2024). */
const HIJACKED_HOSTS = /^(?:.+\.)?(?:polyfill\.(?:io|com)|bootcss\.com|bootcdn\.net|staticfile\.(?:net|org))$/u;

export function isHijacked(url: string): boolean {
  return HIJACKED_HOSTS.test(URL.parse(url)?.hostname ?? '');
}
