import { der, oid, sequence } from '@palisade/lab/tls/raw-certificate';
import { expect, it } from 'vitest';
import { build, cn, leafPlus, plus, verdict } from '../../../test/built-chain.ts';
import { openSslAccepts } from '../../../test/openssl-verify.ts';

const [A, B, C, ANY] = ['1.2.3.1', '1.2.3.2', '1.2.3.3', '2.5.29.32.0'];
interface Extension {
  oid: string;
  critical?: boolean;
  value: Buffer;
}

const policies = (...ids: string[]): Extension => ({
  oid: '2.5.29.32',
  value: sequence(...ids.map((id) => sequence(oid(id)))),
});
/** Not critical, although RFC 5280 §4.2.1.5 asks for it: Firefox refuses those that are (`reader-forms.test.ts`). */
const mappings = (...pairs: [string, string][]): Extension => ({
  oid: '2.5.29.33',
  value: sequence(...pairs.map(([issuer, subject]) => sequence(oid(issuer), oid(subject)))),
});
const constraints = (explicit: number | null, mapping: number | null = null): Extension => ({
  oid: '2.5.29.36',
  critical: true,
  value: sequence(
    ...(explicit === null ? [] : [der(0x80, Buffer.from([explicit]))]),
    ...(mapping === null ? [] : [der(0x81, Buffer.from([mapping]))]),
  ),
});
const inhibitAny = (skip: number): Extension => ({
  oid: '2.5.29.54',
  critical: true,
  value: der(0x02, Buffer.from([skip])),
});

interface Given {
  upper: Extension[];
  lower: Extension[];
  leaf: Extension[];
  /** The upper authority has the root's name. */
  renewed?: boolean;
}

/** What we say and what `openssl verify -policy_check` says to a client that accepts any policy, as Chrome does. */
async function bothOn({ upper, lower, leaf, renewed = false }: Given) {
  const built = build({
    upper: { extensions: plus(...upper), ...(renewed ? { subject: cn('Root') } : {}) },
    lower: { extensions: plus(...lower) },
    leaf: { extensions: leafPlus(...leaf) },
  });
  const trust = verdict(built);
  const authorities = built.sent.slice(1).map(({ pem }) => pem);
  const peer = await openSslAccepts(
    built.root.pem,
    authorities,
    [built.sent[0]?.pem ?? ''],
    ['-policy_check', '-policy', ANY],
  );
  return { trust, ours: trust?.state === 'trusted', theirs: peer === null ? null : (peer[0] ?? false) };
}

/** RFC 5280 §6.1.4 a, b; §6.1.5. */
it.each<[string, Given, string | null]>([
  ['mapped to what the leaf has', { upper: [constraints(0), policies(A)], lower: [policies(A), mappings([A, B])], leaf: [policies(B)] }, null], // prettier-ignore
  ['mapped to another', { upper: [constraints(0), policies(A)], lower: [policies(A), mappings([A, B])], leaf: [policies(A)] }, 'no certificate policy'], // prettier-ignore
  ['mapped from any policy’s stead', { upper: [constraints(0), policies(ANY)], lower: [policies(ANY), mappings([A, B])], leaf: [policies(B)] }, null], // prettier-ignore
  ['mapped where that is forbidden', { upper: [constraints(0, 0), policies(A)], lower: [policies(A), mappings([A, B])], leaf: [policies(B)] }, 'no certificate policy'], // prettier-ignore
  ['any policy mapped', { upper: [policies(A)], lower: [policies(A), mappings([ANY, B])], leaf: [policies(B)] }, 'maps “any policy”'], // prettier-ignore
  ['mapped, and no policy wanted', { upper: [policies(A)], lower: [policies(A), mappings([A, B])], leaf: [policies(C)] }, null], // prettier-ignore
])('%s', async (_what, given, words) => {
  const { trust, ours, theirs } = await bothOn(given);
  expect(ours).toBe(words === null);
  expect(trust?.faults[0]?.sentence ?? '').toContain(words ?? '');
  if (theirs !== null) expect(theirs).toBe(ours);
});

/** BoringSSL (ApplyTrustAnchorConstraints) holds a root that the operator trusts to it; OpenSSL and Firefox do not. */
it.each<[string, { root: Extension[]; authorities: Extension[]; leaf: Extension[] }, string | null]>([
  [
    'requires a policy, which no one has',
    { root: [constraints(0)], authorities: [], leaf: [] },
    'but “CN=Root” requires one',
  ],
  [
    'requires a policy, which all have',
    { root: [constraints(0)], authorities: [policies(A)], leaf: [policies(A)] },
    null,
  ],
  ['requires a policy, and any will do', { root: [constraints(0), policies(ANY)], authorities: [policies(ANY)], leaf: [policies(B)] }, null], // prettier-ignore
  ['requires a policy that is not its own', { root: [constraints(0), policies(A)], authorities: [policies(B)], leaf: [policies(B)] }, 'no certificate policy'], // prettier-ignore
  ['maps its policy', { root: [constraints(0), policies(A), mappings([A, B])], authorities: [policies(B)], leaf: [policies(B)] }, null], // prettier-ignore
  ['maps any policy', { root: [mappings([ANY, B])], authorities: [], leaf: [] }, 'maps “any policy”'],
  ['lets no one have any policy', { root: [constraints(0), inhibitAny(0)], authorities: [policies(ANY)], leaf: [policies(A)] }, 'no certificate policy'], // prettier-ignore
  ['requires a policy four certificates further on', { root: [constraints(4)], authorities: [], leaf: [] }, null],
  ['requires one of the last', { root: [constraints(3)], authorities: [], leaf: [] }, 'no certificate policy'],
  ['names a policy, and requires none', { root: [policies(A)], authorities: [], leaf: [policies(B)] }, null],
])('a root that %s', (_what, { root, authorities, leaf }, words) => {
  const built = build({
    root: { extensions: plus(...root) },
    upper: { extensions: plus(...authorities) },
    lower: { extensions: plus(...authorities) },
    leaf: { extensions: leafPlus(...leaf) },
  });
  const trust = verdict(built);
  expect(trust?.state).toBe(words === null ? 'trusted' : 'invalid');
  expect(trust?.faults[0]?.sentence ?? '').toContain(words ?? '');
});

it('random policies, mappings and limits are judged as OpenSSL judges them', async () => {
  let state = 11;
  const below = (limit: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  const maybe = <T>(one: () => T): T[] => (below(2) === 0 ? [one()] : []);
  const some = (ids: readonly string[]): string[] => {
    const chosen = ids.filter(() => below(2) === 0);
    return chosen.length > 0 ? chosen : [ids[below(ids.length)] ?? A];
  };
  const pick = (): string => [A, B, C][below(3)] ?? A;
  const named = (): Extension[] => (below(8) === 0 ? [] : [policies(...some([A, B, C, ANY]))]);
  const authority = (): Extension[] => [
    ...named(),
    ...maybe(() => mappings(...Array.from({ length: 1 + below(2) }, (): [string, string] => [pick(), pick()]))),
    ...(below(4) === 0 ? [inhibitAny(below(3))] : []),
  ];
  const verdicts = { accepted: 0, refused: 0 };
  for (let n = 0; n < 60; n += 1) {
    const given = {
      upper: [...authority(), constraints(below(2), below(4) === 0 ? below(2) : null)],
      lower: authority(),
      leaf: named(),
      renewed: below(4) === 0,
    };
    const { ours, theirs } = await bothOn(given);
    if (theirs === null) return;
    expect(ours, JSON.stringify(given)).toBe(theirs);
    verdicts[ours ? 'accepted' : 'refused'] += 1;
  }
  expect(Math.min(verdicts.accepted, verdicts.refused)).toBeGreaterThan(8);
});
