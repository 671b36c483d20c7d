/**
 * Whether no one but the owner of the domain can bring a missing name into existence: one of the owner's zone, or one
 * without a dot (`localhost`), which no registry sells.
 */
export function isOwnName(name: string, domain: string): boolean {
  return name === domain || name.endsWith(`.${domain}`) || !name.includes('.');
}
