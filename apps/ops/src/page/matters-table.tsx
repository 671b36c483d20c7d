import { codedAmount } from '@palisade/billing/money';
import type { OpenMatter } from '../ops-health.ts';
import { ActionButtons, type Action } from './action.tsx';
import { DataTable } from './data-table.tsx';

const WHAT: Readonly<Record<OpenMatter['kind'], string>> = {
  mispaid: 'Paid, but not the price',
  paid_twice: 'Paid more than once',
  disputed: 'Disputed: answer it at the provider',
  two_subscriptions: 'Two subscriptions of one address',
  paid_after_deletion: 'Paid after the account was deleted: no one owns it',
  return_outside: 'Stripe did not collect this payment and cannot refund it: return the money yourself',
  report_failed: 'Paid, but the report failed permanently: its token is valid again',
};

const ACTS: Readonly<Record<OpenMatter['actions'][number], Pick<Action, 'verb' | 'warning' | 'done'>>> = {
  refund: { verb: 'Refund', warning: 'The money goes back, and what it paid for ends.', done: 'was refunded' },
  accept: {
    verb: 'Accept',
    warning: 'It counts as payment, and the purchase is delivered immediately.',
    done: 'was accepted',
  },
  merge: {
    verb: 'Do not renew',
    warning: 'The later subscription ends with its paid month. Nothing is refunded.',
    done: 'is not renewed',
  },
  again: {
    verb: 'Run again',
    warning: 'The report is made and mailed again, and its token is used for it.',
    done: 'is made again',
  },
  dismiss: { verb: 'Put aside', warning: 'It is not shown again. Nothing else changes.', done: 'was put aside' },
};

/** What only a person can decide, until settled. */
export function MattersTable({ matters }: { matters: readonly OpenMatter[] }) {
  if (matters.length === 0) return null;
  return (
    <section>
      <h2>To decide</h2>
      <DataTable
        label="To decide"
        heads={['What', 'Customer', 'Sum', 'Reference', 'Since', 'Do']}
        rows={matters.map((matter) => ({
          key: matter.key,
          alarming: true,
          cells: [
            WHAT[matter.kind],
            <a key="who" href={`/ops/customers/${encodeURIComponent(matter.email)}`}>
              {matter.email}
            </a>,
            codedAmount(matter.amount, matter.currency, '–'),
            `${matter.provider} ${matter.ref}`,
            new Date(matter.at).toUTCString(),
            <ActionButtons key="do" actions={matter.actions.map((action) => actionOf(matter, action))} />,
          ],
        }))}
      />
    </section>
  );
}

function actionOf({ key, ref }: OpenMatter, action: OpenMatter['actions'][number]): Action {
  return { ...ACTS[action], object: ref, path: `/ops/api/matters/${encodeURIComponent(key)}/${action}` };
}
