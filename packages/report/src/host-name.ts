/**
 * A host as it is listed and looked up: A-labels, lower case, with a port only where it is not 443.
 * @returns null for what is no public host name: an address, a URL with a path, text
 */
export function hostName(text: string): string | null {
  const trimmed = text.trim().replace(/\.$/, '');
  if (trimmed.length > 260 || /[/?#@\\\s]/.test(trimmed) || !URL.canParse(`https://${trimmed}/`)) return null;
  const { hostname, host } = new URL(`https://${trimmed}/`);
  const isName = hostname.includes('.') && !/^[\d.]+$/.test(hostname) && !hostname.startsWith('[');
  return isName ? host.toLowerCase() : null;
}
