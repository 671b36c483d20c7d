import { startLab, type Lab } from '@palisade/lab/lab';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEgress } from './net/create-egress.ts';
import { readOwnerStatement } from './owner-statement.ts';

const FILE = '/.well-known/palisade.txt';
const notFound = { status: 404, body: 'no' };
const file = (body: string) => ({ ...notFound, routes: { [FILE]: { body } } });

let lab: Lab;
beforeAll(async () => {
  lab = await startLab({
    sites: [
      { host: 'silent.test', https: notFound },
      { host: 'dns-list.test', https: notFound },
      { host: 'dns-out.test', https: notFound },
      { host: 'file-list.test', https: file('# Palisade\r\nlist\r\n') },
      { host: 'file-out.test', https: file('palisade=opt-out\n') },
      { host: 'both.test', https: file('OPT-OUT') },
      { host: 'talk.test', https: file('we never list or opt-out\nunlist') },
      { host: 'page.test', https: { body: '<html>list</html>' } },
      { host: 'moved.test', https: { status: 302, headers: [['Location', 'https://file-list.test' + FILE]] } },
      { host: 'broken.test', https: { status: 500, body: 'list' } },
      { host: 'dead.test', https: { hangUp: true } },
      { host: 'dead-but-out.test', https: { hangUp: true } },
      { host: 'claimed.test', https: file('list\npalisade-owner=bbbbbbbbbbbbbbbbbbbb\n palisade-owner: short') },
      { host: 'claimed-dead.test', https: { hangUp: true } },
    ],
    records: [
      '_palisade.dns-list.test TXT "list"',
      '_palisade.dns-out.test TXT "v=other"',
      '_palisade.dns-out.test TXT "palisade: opt-out"',
      '_palisade.both.test TXT "list"',
      '_palisade.dead-but-out.test TXT "opt-out"',
      'talk.test TXT "list"',
      '_palisade.claimed.test TXT "palisade-owner=aaaaaaaaaaaaaaaaaaaa"',
      '_palisade.claimed-dead.test TXT "palisade-owner=aaaaaaaaaaaaaaaaaaaa"',
    ],
  });
});
afterAll(() => lab.close());

it.each([
  ['silent.test', 'none'],
  ['dns-list.test', 'list'],
  ['dns-out.test', 'opt-out'],
  ['file-list.test', 'list'],
  ['file-out.test', 'opt-out'],
  ['both.test', 'opt-out'],
  ['talk.test', 'none'],
  ['page.test', 'none'],
  ['moved.test', 'none'],
  ['broken.test', 'unknown'],
  ['dead.test', 'unknown'],
  ['dead-but-out.test', 'opt-out'],
  ['nowhere.test', 'unknown'],
])('%s: %s', async (name, directive) => {
  const egress = createEgress(lab.policy);
  const host = name === 'nowhere.test' ? name : new URL(lab.url(name)).host;
  try {
    expect((await readOwnerStatement(host, { egress, signal: AbortSignal.timeout(8_000) })).directive).toBe(directive);
  } finally {
    egress.close();
  }
});

it('asks nothing inside', async () => {
  const egress = createEgress({ ...lab.policy, allowCidrs: [] });
  try {
    // Its file says opt-out, at an address that is not public.
    const { host } = new URL(lab.url('file-out.test'));
    expect((await readOwnerStatement(host, { egress, signal: AbortSignal.timeout(8_000) })).directive).toBe('unknown');
  } finally {
    egress.close();
  }
});

it.each([
  ['claimed.test', { directive: 'list', claims: ['a'.repeat(20), 'b'.repeat(20)], complete: true }],
  ['claimed-dead.test', { directive: 'unknown', claims: ['a'.repeat(20)], complete: false }],
  ['silent.test', { directive: 'none', claims: [], complete: true }],
])('%s: claims of accounts', async (name, statement) => {
  const egress = createEgress(lab.policy);
  try {
    const host = new URL(lab.url(name)).host;
    expect(await readOwnerStatement(host, { egress, signal: AbortSignal.timeout(8_000) })).toEqual(statement);
  } finally {
    egress.close();
  }
});
