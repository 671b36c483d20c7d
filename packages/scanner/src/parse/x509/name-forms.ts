import { DerReader, elements, explicit, implicit, MalformedDer, TAG, type Element } from './der.ts';
import { generalName, type GeneralName } from './general-names.ts';

/** More are not read. */
export const MAX_NAMES = 20_000;

/** Other name, mail, DNS, X.400, directory, EDI party, URI, address and registered ID (§4.2.1.6). */
const NAME_FORMS = new Set([...[0, 3, 4, 5].map(explicit), ...[1, 2, 6, 7, 8].map(implicit)]);

/** At least one; names in ASCII, addresses of 4 or 16 octets (§4.2.1.6): BoringSSL reads no certificate with others. */
export function alternativeNames(bytes: Uint8Array): GeneralName[] {
  const names = elements(new DerReader(bytes).take(TAG.sequence).content, MAX_NAMES);
  const isSound = (name: Element): boolean =>
    NAME_FORMS.has(name.tag) &&
    (name.tag === implicit(7) ? name.content.length === 4 || name.content.length === 16 : isAscii(name));
  if (names.length === 0 || !names.every(isSound)) throw new MalformedDer('a name that browsers cannot read');
  return names.map(generalName);
}

function isAscii({ tag, content }: Element): boolean {
  return ![implicit(1), implicit(2), implicit(6)].includes(tag) || content.every((octet) => octet < 0x80);
}

/** An address of 4 or 16 octets, and its mask: ones, then zeros (RFC 4632 §3.1). */
function isNetwork({ content: { length }, content }: Element): boolean {
  const bits = Array.from(content.subarray(length / 2), (octet) => octet.toString(2).padStart(8, '0')).join('');
  return (length === 8 || length === 32) && /^1*0*$/u.test(bits);
}

/** Names that an authority may, and may not, vouch for (§4.2.1.10). */
export interface NameConstraints {
  permitted: GeneralName[];
  excluded: GeneralName[];
}

export function nameConstraints(bytes: Uint8Array): NameConstraints {
  const reader = new DerReader(bytes).enter(TAG.sequence);
  const subtrees = (list: Element | null): GeneralName[] => {
    if (list?.content.length === 0) throw new MalformedDer('an empty list of subtrees');
    return list ? elements(list.content, MAX_NAMES).map(subtree) : [];
  };
  if (reader.left === 0) throw new MalformedDer('name constraints that constrain nothing');
  const both = { permitted: subtrees(reader.optional(explicit(0))), excluded: subtrees(reader.optional(explicit(1))) };
  if (reader.left > 0) throw new MalformedDer('more than two lists of subtrees');
  return both;
}

/** Without bounds, which RFC 5280 §4.2.1.10 wants absent. */
function subtree({ tag, content }: Element): GeneralName {
  if (tag !== TAG.sequence) throw new MalformedDer('a subtree that is no sequence');
  const reader = new DerReader(content);
  const base = reader.next();
  if (!NAME_FORMS.has(base.tag) || !(base.tag === implicit(7) ? isNetwork(base) : isAscii(base)))
    throw new MalformedDer('a subtree that browsers cannot read');
  const name = generalName(base);
  if (reader.left > 0) throw new MalformedDer('a subtree with bounds');
  return name;
}
