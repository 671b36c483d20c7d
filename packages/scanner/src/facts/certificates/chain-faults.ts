import type { Certificate, TlsEvidence } from '../../evidence/tls.ts';
import { coveringName } from '../../parse/x509/x509-names.ts';
import { describeKey, gradeOfAuthorityKey, gradeOfKey, gradeOfSignature } from '../../parse/x509/strength.ts';
import { ROOT_HOLDERS, rootRefusal } from '../programs/root-refusals.ts';
import { lifetimeOf } from './lifetime.ts';
import { pathOf } from './path-of.ts';
import { purposeFault } from './purpose.ts';

/** Why clients refuse a certificate, and what is weak about it otherwise; each a phrase about it. */
export interface ChainFaults {
  refused: string[];
  weak: string[];
}

export interface Shown {
  chain: TlsEvidence['chain'];
  host: string;
  /** The server signs handshakes with its key. */
  signs: boolean | null;
  now: number;
}

const SENTENCES = {
  wrong_purpose: 'not issued for server authentication',
  key_may_not_sign: 'its key is not allowed to sign handshakes',
  key_may_not_encrypt: 'its key is not allowed to encrypt keys',
  authority: 'is allowed to sign other certificates',
};

/** The rules for the certificate of a site, held against any that a server shows. */
export function chainFaults({ chain, host, signs, now }: Shown): ChainFaults {
  const [leaf, ...above] = pathOf(chain);
  const { trust } = chain;
  const refused: string[] = [];
  const weak: string[] = [];
  if (!leaf) return { refused: trust?.faults.map(({ sentence }) => sentence) ?? [], weak };
  refused.push(...dateFaults(leaf, now));
  if (coveringName(leaf, host) === undefined) refused.push(`does not cover ${host}`);
  if (trust?.state === 'incomplete') weak.push('the server does not send its intermediate certificate');
  else if (trust?.state === 'invalid' && trust.faults.length > 0)
    refused.push(...trust.faults.map(({ sentence }) => sentence));
  else if (trust && trust.state !== 'trusted') refused.push(`not trusted (${trust.state.replaceAll('_', ' ')})`);
  if (trust?.state === 'trusted' || trust?.state === 'incomplete') refused.push(...publicFaults(chain, leaf));
  for (const one of above) refused.push(...dateFaults(one, now).map((fault) => `${one.subject} ${fault}`));
  const purpose = purposeFault(leaf, signs, trust);
  if (purpose) refused.push(SENTENCES[purpose]);
  for (const one of [leaf, ...above]) {
    const whose = one === leaf ? '' : `${one.subject}: `;
    const key = one === leaf ? gradeOfKey(one) : gradeOfAuthorityKey(one);
    const said = `${whose}key ${describeKey(one)}`;
    if (key === 'short') weak.push(said);
    else if (key === 'broken') refused.push(`${said}, which can be cracked`);
    else if (key === 'unsupported' || key === 'p521') refused.push(`${said}, which browsers reject`);
    const signature = gradeOfSignature(one);
    if (signature === 'broken' || signature === 'unsupported')
      refused.push(`${whose}signed with ${one.signature_hash ?? one.signature_algorithm}`);
  }
  return { refused, weak };
}

/** What browsers ask of authorities that they trust by themselves. */
function publicFaults(chain: TlsEvidence['chain'], leaf: Certificate): string[] {
  if (chain.trust?.anchor?.public !== true) return [];
  const roots = ROOT_HOLDERS.flatMap((program) => {
    const reason = rootRefusal({ chain, delivered_scts: null }, program);
    return typeof reason === 'string' ? [`${program}: ${reason}`] : [];
  });
  const { days, refused } = lifetimeOf(leaf);
  return refused ? [...roots, `its lifetime is ${days} days, which Chrome and Safari reject`] : roots;
}

/** The validity period includes its last second (RFC 5280 §4.1.2.5). */
function dateFaults({ not_before: from, not_after: to }: Certificate, now: number): string[] {
  if (now >= Date.parse(to) + 1000) return [`expired on ${to.slice(0, 10)}`];
  return now < Date.parse(from) ? [`not valid before ${from.slice(0, 10)}`] : [];
}
