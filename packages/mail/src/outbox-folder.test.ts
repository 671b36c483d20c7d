import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { outboxFolder } from './outbox-folder.ts';

it('other users can neither read nor replace a message, whatever the umask', async () => {
  const before = process.umask(0);
  onTestFinished(() => void process.umask(before));
  const dataDir = await mkdtemp(path.join(tmpdir(), 'palisade-outbox-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const attachments = [{ fileName: 'report.pdf', content: Buffer.from('%PDF') }];
  const mail = { id: 'one', from: 'a@x.test', to: 'b@x.test', subject: 's', text: 't', html: 'h', attachments };
  expect(await outboxFolder(dataDir)(mail as never)).toMatchObject({ outcome: 'sent' });
  for (const name of ['', 'one', 'one/message.json', 'one/report.pdf'])
    expect([name, (await stat(path.join(dataDir, 'outbox', name))).mode & 0o077]).toEqual([name, 0]);
});
