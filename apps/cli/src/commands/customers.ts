import { customerOf } from '@palisade/billing/customer';
import { correctAddress } from '@palisade/billing/erase-customer';
import { findCustomers } from '@palisade/billing/find-customers';
import { resend, type Resend } from '@palisade/billing/secret-mail';
import { enqueueMail } from '@palisade/mail/enqueue-mail';
import { UsageError } from '../usage-error.ts';
import { actor, emailFrom, isId, type OperatorDeps } from './operator.ts';

export async function showCustomer(address: string, options: { json?: boolean }, deps: OperatorDeps): Promise<void> {
  const customer = await customerOf(deps.db, emailFrom(address));
  if (options.json) deps.out(JSON.stringify(customer));
  else {
    for (const { id, name, provider, state, created_at: at } of customer.purchases) {
      deps.out(`purchase  ${id}  ${at.slice(0, 10)}  ${state.padEnd(12)}  ${provider.padEnd(8)}  ${name}`);
    }
    for (const { id, key, status, scans_used: used, scans_limit: limit } of customer.keys) {
      deps.out(`key       ${id}  ${key}  ${status}  ${used}/${limit}`);
    }
    for (const { id, kind, state, token } of customer.tokens) deps.out(`token     ${id}  ${token}  ${kind}  ${state}`);
    for (const { id, url, state, sent_to: to } of customer.compliance_reports) {
      deps.out(`report    ${id}  ${state}  ${url}  sent to ${to}`);
    }
  }
  const { purchases, keys, tokens } = customer;
  if (purchases.length + keys.length + tokens.length === 0) deps.err('no customer has this address');
}

export async function findCustomer(text: string, deps: OperatorDeps): Promise<void> {
  const found = await findCustomers(deps.db, text);
  for (const email of found) deps.out(email);
  if (found.length === 0) deps.err('no customer matches');
}

export async function correctCustomer(address: string, options: { to?: string }, deps: OperatorDeps): Promise<void> {
  const from = emailFrom(address);
  if (options.to === undefined) throw new UsageError('--to is missing');
  const to = emailFrom(options.to);
  const moved = await correctAddress(deps, from, to, actor());
  deps.out(`${moved} moved to ${to}`);
}

export async function sendAgain(what: string, id: string, options: { to?: string }, deps: OperatorDeps): Promise<void> {
  if (what !== 'key' && what !== 'token' && what !== 'report') {
    throw new UsageError('specify what to resend: key, token or report');
  }
  if (!isId(id)) throw new UsageError(`${id} is not an ID: "customers show" prints them`);
  const wanted: Resend = { what, id, ...(options.to === undefined ? {} : { to: emailFrom(options.to) }) };
  const mail = { ...deps, enqueueMail };
  const { to } = await deps.db.$transaction((tx) => resend(tx, mail, wanted, { owner: null, actor: actor() }));
  deps.out(`being sent to ${to}`);
}
