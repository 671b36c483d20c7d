/**
 * The form in which hosts are stored and looked up: A-labels, lower case, with a port only if it is not 443.
 * @returns null if the text is not a public host name, but an address, a URL with a path or other text
 */
export function hostName(text: string): string | null {
  const trimmed = text.trim().replace(/\.$/, '');
  if (trimmed.length > 260 || /[/?#@\\\s]/.test(trimmed) || !URL.canParse(`https://${trimmed}/`)) return null;
  const { hostname, host } = new URL(`https://${trimmed}/`);
  const isName = hostname.includes('.') && !/^[\d.]+$/.test(hostname) && !hostname.startsWith('[');
  return isName ? host.toLowerCase() : null;
}
