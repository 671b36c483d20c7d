import { TLS_HOSTS } from '@palisade/lab/tls/hosts';
import { startTlsLab, type TlsLab } from '@palisade/lab/tls/tls-lab';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseTarget } from '../../parse-target.ts';
import { gather } from '../gather.ts';
import { createEgress } from '../net/create-egress.ts';

const WANTED: [name: string, words: RegExp][] = [
  ['mtls12', /could not complete a TLS handshake \(.+\): it asks for a client certificate$/u],
  ['ssl3only', /: it speaks SSLv3 only, with TLS_RSA_WITH_AES_128_CBC_SHA and TLS_RSA_WITH_AES_256_CBC_SHA$/u],
  ['ssl3', /: it speaks SSLv3/u],
];
let lab: TlsLab;
beforeAll(async () => {
  lab = await startTlsLab(TLS_HOSTS.filter(({ name }) => WANTED.some(([one]) => one === name)));
});
afterAll(() => lab.close());

it.each(WANTED)('a handshake that no client completes names what is spoken: %s', async (name, words) => {
  const egress = createEgress(lab.policy);
  const target = parseTarget(lab.hosts.get(name)?.url ?? '', lab.policy);
  try {
    await expect(gather({ target, egress, signal: AbortSignal.timeout(15_000) })).rejects.toThrow(words);
  } finally {
    egress.close();
  }
});
