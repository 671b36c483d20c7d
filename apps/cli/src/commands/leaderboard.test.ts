import { testDatabase } from '@palisade/db/test-database';
import { expect, it } from 'vitest';
import { addHosts, listHosts, removeHosts } from './leaderboard.ts';

it('adds, lists and removes hosts', async () => {
  await using database = await testDatabase();
  const out: string[] = [];
  const deps = {
    db: database.db,
    appSecret: '',
    publicBaseUrl: () => 'http://palisade.test',
    out: (line: string) => void out.push(line),
    err: () => undefined,
  };
  await addHosts(['Example.COM', 'bücher.example'], deps);
  await addHosts(['example.com'], deps);
  out.splice(0);
  await listHosts({}, deps);
  expect(out.splice(0)).toEqual([
    'example.com  by operator  no result yet',
    'xn--bcher-kva.example  by operator  no result yet',
  ]);
  await removeHosts(['example.com'], deps);
  await removeHosts(['example.com'], deps);
  expect(out.splice(0)).toEqual(['example.com is removed', 'example.com was not listed']);
  await listHosts({ json: true }, deps);
  expect(JSON.parse(out.join(''))).toMatchObject({ host: 'xn--bcher-kva.example', listedBy: 'operator' });
  await expect(addHosts(['127.0.0.1'], deps)).rejects.toThrow('not a public hostname');
});
