import { authorityExtensions, issueRaw, type RawCertificate } from '@palisade/lab/tls/raw-certificate';
import { expect, it } from 'vitest';
import { cn, keys, leafPlus, verdict } from '../../../test/built-chain.ts';

const authority = (name: string, issuer?: RawCertificate, pair = keys()): RawCertificate =>
  issueRaw({ subject: cn(name), keys: pair, extensions: authorityExtensions(), ...(issuer ? { issuer } : {}) });
const site = (issuer: RawCertificate): RawCertificate =>
  issueRaw({ subject: cn('shop.test'), keys: keys(), issuer, extensions: leafPlus() });

it('authorities that have all signed each other are left by the one that the root signed', () => {
  const root = authority('Root');
  const names = ['A', 'B', 'C', 'D'];
  const own = names.map((name) => authority(name));
  const mesh = own.flatMap((one, at) =>
    own.filter((other) => other !== one).map((other) => authority(names[at] ?? '', other, one.keys)),
  );
  const [a, , , d] = own as [RawCertificate, RawCertificate, RawCertificate, RawCertificate];
  expect(verdict({ root, sent: [site(a), ...mesh] })).toMatchObject({ state: 'unknown_issuer' });
  const way = authority('D', root, d.keys);
  expect(verdict({ root, sent: [site(a), ...mesh, way] })).toMatchObject({ state: 'trusted', faults: [] });
});

it('the issuer is found among many namesakes by its key identifier', () => {
  const root = authority('Root');
  const issuer = authority('Lower', root);
  const others = Array.from({ length: 21 }, () => authority('Lower', root));
  expect(verdict({ root, sent: [site(issuer), ...others, issuer] })).toMatchObject({ state: 'trusted', faults: [] });
});

// mozilla::pkix counts at most six authorities below the root (MAX_SUBCA_COUNT in pkixbuild.cpp).
it.each([
  [6, 'trusted'],
  [7, 'invalid'],
  [12, 'invalid'],
])('a chain with %d intermediates is %s', (count, state) => {
  const root = authority('Root');
  const chain: RawCertificate[] = [];
  for (let at = 0; at < count; at++) chain.unshift(authority(`Number ${at}`, chain[0] ?? root));
  const trust = verdict({ root, sent: [site(chain[0] ?? root), ...chain] });
  expect(trust?.state).toBe(state);
  if (state === 'invalid') expect(trust?.faults[0]?.sentence).toContain('Firefox refuses a chain with more than 6');
});
