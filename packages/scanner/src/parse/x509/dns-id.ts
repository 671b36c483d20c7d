/**
 * Whether Firefox can read a DNS name in a certificate, or in the constraints of one (mozilla::pkix, IsValidDNSID): labels of
 * letters, digits, underscores and hyphens that are not at an end, the last one not a number; `*` as the first of three or more.
 * At any other, it refuses the certificate instead of going on to the next name.
 */
export function isDnsId(name: string, role: 'name' | 'constraint' = 'name'): boolean {
  if (role === 'constraint' && name === '') return true;
  if (name.length > 253) return false;
  const isStar = role === 'name' && name.startsWith('*.');
  const rest = isStar ? name.slice(2) : role === 'constraint' ? name.replace(/^\./u, '') : name;
  const labels = rest.split('.');
  if (isStar && labels.length < 2) return false;
  return labels.every((label) => LABEL.test(label)) && !/^\d+$/u.test(labels.at(-1) ?? '');
}

const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/iu;
