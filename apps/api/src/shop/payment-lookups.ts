import { BillingUnavailable } from '@palisade/billing/errors';

/** Look-ups at the provider at once, for all callers and for each: anyone can ask for any ID. */
const AT_ONCE = 12;
const AT_ONCE_EACH = 6;

interface Waiter {
  client: string;
  begin(): void;
}

/**
 * Looks payments up by IDs that callers name. Callers that name the same ID at the same time share one lookup; the
 * others wait for their turn, so that a flood of invented IDs from one address delays itself.
 */
export interface PaymentLookups {
  /**
   * @param signal gives up the turn
   * @throws BillingUnavailable if `signal` aborts first
   */
  run<T>(paymentId: string, client: string, ask: () => Promise<T>, signal: AbortSignal): Promise<T>;
}

export function createPaymentLookups(): PaymentLookups {
  const shared = new Map<string, Promise<unknown>>();
  const running = new Map<string, number>();
  const waiting = new Set<Waiter>();
  let total = 0;

  const isFree = (client: string) => total < AT_ONCE && (running.get(client) ?? 0) < AT_ONCE_EACH;
  const enter = (client: string): void => {
    total += 1;
    running.set(client, (running.get(client) ?? 0) + 1);
  };
  const leave = (client: string): void => {
    total -= 1;
    const others = (running.get(client) ?? 1) - 1;
    if (others > 0) running.set(client, others);
    else running.delete(client);
    const next = [...waiting].find((one) => isFree(one.client));
    next?.begin();
  };
  const turn = async (client: string, signal: AbortSignal): Promise<void> => {
    if (isFree(client)) return enter(client);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const giveUp = () => {
      waiting.delete(waiter);
      reject(new BillingUnavailable('too many payments are being looked up: try again later'));
    };
    const waiter: Waiter = {
      client,
      begin() {
        waiting.delete(waiter);
        signal.removeEventListener('abort', giveUp);
        enter(client);
        resolve();
      },
    };
    waiting.add(waiter);
    signal.addEventListener('abort', giveUp, { once: true });
    return promise;
  };

  return {
    async run(paymentId, client, ask, signal) {
      const known = shared.get(paymentId);
      if (known) return (await known) as never;
      const look = async () => {
        await turn(client, signal);
        try {
          return await ask();
        } finally {
          leave(client);
        }
      };
      const answer = look().finally(() => shared.delete(paymentId));
      shared.set(paymentId, answer);
      return answer;
    },
  };
}
