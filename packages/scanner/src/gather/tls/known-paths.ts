import type { X509Certificate } from 'node:crypto';
import type { Trust } from '../../evidence/tls.ts';
import type { Egress } from '../net/egress.ts';
import { anchorsWith, sha256 } from './anchors.ts';
import { fieldsOf, sameName, signedBy } from './certificates.ts';
import { seekIssuer } from './missing-issuer.ts';
import { judgeTrust } from './trust-path.ts';

interface Known {
  trust: Trust | null;
  fetched: readonly X509Certificate[];
}

/**
 * The verdicts on the chains of one scan. Trust, staple, revocation and timestamps all need the issuer of a certificate; one that
 * is not sent is fetched once for all of them.
 */
export class KnownPaths {
  readonly #egress: Pick<Egress, 'request' | 'admit' | 'policy'>;
  readonly #signal: AbortSignal;
  readonly #known = new Map<string, Promise<Known>>();

  constructor(egress: Pick<Egress, 'request' | 'admit' | 'policy'>, signal: AbortSignal) {
    this.#egress = egress;
    this.#signal = signal;
  }

  async trustOf(chain: readonly X509Certificate[], code: string | null | undefined): Promise<Trust | null> {
    return (await this.#of(chain, code)).trust;
  }

  /** Who signed the leaf, among what was sent, who is trusted, and what the addresses in the certificates brought. */
  async issuerOf(chain: readonly X509Certificate[], code: string | null | undefined): Promise<X509Certificate | null> {
    const [leaf] = chain;
    if (!leaf) return null;
    const wanted = fieldsOf(leaf)?.issuer ?? [];
    const isIssuer = (one: X509Certificate): boolean =>
      sameName(fieldsOf(one)?.subject ?? ['unreadable'], wanted) && signedBy(leaf, one);
    const anchors = anchorsWith(this.#egress.policy.extraCa);
    const near = [...chain, ...anchors.named(wanted)].find(isIssuer);
    if (near) return near;
    // That trust could not be judged by a fault of ours is on record there.
    const { fetched } = await this.#of(chain, code).catch(() => ({ fetched: [] }));
    return fetched.find(isIssuer) ?? null;
  }

  async #of(chain: readonly X509Certificate[], code: string | null | undefined): Promise<Known> {
    const key = [code, ...chain.map(sha256)].join(' ');
    const known = this.#known.get(key) ?? this.#judge(chain, code);
    this.#known.set(key, known);
    return known;
  }

  async #judge(chain: readonly X509Certificate[], code: string | null | undefined): Promise<Known> {
    const [egress, signal] = [this.#egress, this.#signal];
    const anchors = anchorsWith(egress.policy.extraCa);
    const now = Date.now();
    const trust = judgeTrust({ certificates: chain, anchors, code, now });
    // Browsers also look for another path where the one that was sent ends in a root that they do not know.
    if (trust?.state !== 'unknown_issuer' && trust?.state !== 'untrusted_root') return { trust, fetched: [] };
    return seekIssuer({ chain, trust, anchors, egress, signal, now });
  }
}
