import { createDb } from '@palisade/db/client';
import { expect, it } from 'vitest';
import { runPalisade } from './test/run-palisade.ts';

it('a database that cannot be reached is one line, without our source', async () => {
  const db = createDb('postgresql://me:secret@127.0.0.1:9/none');
  const nothing = () => undefined;
  const deps = { db, appSecret: 'x', publicBaseUrl: () => 'http://x.test', out: nothing, err: nothing };
  const { status, err } = await runPalisade(['keys', 'list'], (work) => work(deps));
  expect([status, err.trim()]).toEqual([
    3,
    expect.stringMatching(/^the database: Can't reach database server at [\w.:]+$/),
  ]);
  await db.$disconnect();
});
