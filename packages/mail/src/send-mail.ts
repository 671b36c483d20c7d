import { outboxFolder } from './outbox-folder.ts';
import type { SendMail } from './outgoing.ts';
import { resendSender } from './resend-sender.ts';

export interface MailSettings {
  /** Unset: messages are written to the outbox folder. */
  resendApiKey: string | undefined;
  resendBaseUrl: string | undefined;
  /** Absolute. */
  dataDir: string;
}

export function createSendMail({ resendApiKey, resendBaseUrl, dataDir }: MailSettings): SendMail {
  return resendApiKey === undefined
    ? outboxFolder(dataDir)
    : resendSender({ apiKey: resendApiKey, baseUrl: resendBaseUrl });
}
