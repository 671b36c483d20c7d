/** Sends a key, a token or a report again: to its owner, or to a corrected address. */
import { randomUUID } from 'node:crypto';
import { audit } from '@palisade/access/audit';
import { derivedCredential } from '@palisade/access/credential-format';
import { rotateKey } from '@palisade/access/rotate-key';
import type { Tx } from '@palisade/db/client';
import { linkBase, type BillingDeps } from './billing-deps.ts';
import { tokenWord } from './customer.ts';
import { tokenMail } from './entitle.ts';
import { BadBillingRequest } from './errors.ts';

type MailDeps = Pick<BillingDeps, 'appSecret' | 'publicBaseUrl' | 'enqueueMail'>;

/** Replaces a key with a new one. Its owner always gets a mail, also when an operator did it. */
export async function rotateAndMail(
  tx: Tx,
  deps: MailDeps,
  keyId: string,
  options: { actor: string; atOnce: boolean },
): Promise<{ key: string; oldKeyWorksUntil: Date }> {
  const { appSecret } = deps;
  const order = { appSecret, actor: options.actor, ...(options.atOnce ? { overlapMs: 0 } : {}) };
  const { key, email, version, oldKeyWorksUntil } = await rotateKey(tx, keyId, order);
  await deps.enqueueMail(tx, {
    dedupeKey: `key:${keyId}:v${version}`,
    to: email,
    template: 'key_rotated',
    payload: {
      key,
      link: `${linkBase(deps)}/account`,
      works_until: options.atOnce ? '' : oldKeyWorksUntil.toISOString(),
    },
  });
  return { key, oldKeyWorksUntil };
}

export interface Resend {
  what: 'key' | 'token' | 'report';
  id: string;
  /** The recipient; the owner's address when absent. */
  to?: string | undefined;
}

/**
 * @param owner the address it must belong to; null: an operator requests it
 * @throws BadBillingRequest when there is nothing of the kind to send
 */
export async function resend(
  tx: Tx,
  deps: MailDeps,
  wanted: Resend,
  by: { owner: string | null; actor: string },
): Promise<{ to: string }> {
  const mail = await FIND[wanted.what](tx, deps, wanted.id);
  if (!mail || (by.owner !== null && mail.owner !== by.owner))
    throw new BadBillingRequest(`there is no such ${wanted.what}`);
  const { owner, ...message } = mail;
  const to = wanted.to ?? owner;
  // This mail replaces those with the same secret that were given up, in whatever words, and no others.
  const { [wanted.what]: secret } = message.payload;
  const before =
    wanted.what === 'report' ? { reportId: wanted.id } : { payload: { path: [wanted.what], equals: secret ?? '' } };
  await tx.mailMessage.updateMany({
    where: { ...before, OR: [{ state: 'failed' }, { state: 'unknown', nextAttemptAt: null }] },
    data: { state: 'sent', sentAt: new Date(), lastError: 'given up, and sent again later' },
  });
  await deps.enqueueMail(tx, { ...message, to, dedupeKey: `resend:${randomUUID()}` });
  if (wanted.what === 'report') await tx.complianceReport.update({ where: { id: wanted.id }, data: { email: to } });
  await audit(tx, { actor: by.actor, action: 'mail.resend', subject: wanted.id, detail: { what: wanted.what } });
  return { to };
}

type Found = Omit<Parameters<MailDeps['enqueueMail']>[1], 'to' | 'dedupeKey'> & { owner: string };

const FIND: Readonly<Record<Resend['what'], (tx: Tx, deps: MailDeps, id: string) => Promise<Found | null>>> = {
  async key(tx, deps, id) {
    const key = await tx.apiKey.findUnique({ where: { id } });
    if (!key || key.status === 'revoked') return null;
    // A key created by an operator was random, not derived: only its hash is stored.
    if (key.source === null)
      throw new BadBillingRequest('this key cannot be sent again: rotate it, the new one is mailed');
    const secret = derivedCredential('key', key.source, key.currentVersion, deps.appSecret);
    const payload = { key: secret, link: `${linkBase(deps)}/account` };
    return { owner: key.email, template: 'api_key', payload };
  },
  async token(tx, deps, id) {
    const token = await tx.accessToken.findUnique({ where: { id } });
    if (!token || tokenWord(token) !== 'good') return null;
    const secret = derivedCredential(token.kind, token.source, 1, deps.appSecret);
    return { owner: token.email, ...tokenMail(deps, token.kind, secret) };
  },
  async report(tx, _deps, id) {
    const report = await tx.complianceReport.findUnique({ where: { id }, omit: { pdf: true } });
    if (!report?.owner || report.fileName === null || (report.state !== 'mailed' && report.state !== 'rendered'))
      return null;
    const served = report.servedId ? await tx.servedReport.findUnique({ where: { id: report.servedId } }) : null;
    const payload = {
      host: new URL(report.url).host,
      grade: served?.grade ?? '',
      score: served ? String(served.score) : '',
      scanned_at: (served?.scannedAt ?? report.createdAt).toISOString(),
      file_name: report.fileName,
    };
    return { owner: report.owner, template: 'compliance_report', reportId: report.id, payload };
  },
};
