import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { OutgoingMail, SendMail } from './outgoing.ts';

/**
 * Writes each message as a folder `<dataDir>/outbox/<id>/`: `message.json` and its
 * attachments. The folder appears complete or not at all, and writing it again changes nothing.
 */
export function outboxFolder(dataDir: string): SendMail {
  const outbox = path.join(dataDir, 'outbox');
  return async (mail) => {
    const folder = path.join(outbox, mail.id);
    const draft = path.join(outbox, `.${mail.id}.${process.pid}.tmp`);
    try {
      await rm(draft, { recursive: true, force: true });
      await mkdir(draft, { recursive: true, mode: 0o700 });
      await writeThrough(path.join(draft, 'message.json'), messageJson(mail));
      for (const { fileName, content } of mail.attachments) {
        await writeThrough(path.join(draft, path.basename(fileName)), content);
      }
      try {
        await rename(draft, folder);
      } catch (error) {
        // Already written, by an attempt whose success was not recorded.
        if (!(await readdir(folder).catch((): string[] => [])).includes('message.json')) throw error;
        await rm(draft, { recursive: true, force: true });
      }
      return { outcome: 'sent', providerId: null };
    } catch (error) {
      return { outcome: 'retryable', reason: `the outbox folder is not writable: ${(error as Error).message}` };
    }
  };
}

function messageJson(mail: OutgoingMail): string {
  const { id, from, to, subject, text, html, attachments } = mail;
  return `${JSON.stringify({ id, from, to, subject, text, html, attachments: attachments.map(({ fileName }) => fileName) }, null, 2)}\n`;
}

async function writeThrough(file: string, content: string | Uint8Array): Promise<void> {
  // These files contain tokens: readable only by the service's own user.
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
