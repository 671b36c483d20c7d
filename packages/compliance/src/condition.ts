import type { Scope } from './scope.ts';

/** What must be true of the site for a reference to apply. */
export const CONDITIONS = {
  PAN: 'card numbers cross this connection',
  PAY: 'this is a payment page, or embeds one',
  CDE: 'the host is in, or can affect, the cardholder data environment',
  OWN: 'the application is bespoke or custom software',
  LOGIN: 'users log in here',
  ADMIN: 'this is an administrative interface',
  MAIL: 'in-scope personnel use this mail domain',
  PHI: 'electronic protected health information crosses this connection',
} as const;
export type Condition = keyof typeof CONDITIONS;

/** What the page itself shows of its purpose, as lines that name the form or field. */
export interface Observed {
  readonly login_forms: readonly string[];
  readonly payment_fields: readonly string[];
}

/**
 * @returns null when neither the owner's declaration nor the page tells. What is unknown is never assumed,
 * in either direction: the condition is printed instead.
 */
export function conditionHolds(condition: Condition, scope: Scope, observed: Observed): boolean | null {
  const pays = observed.payment_fields.length > 0 ? true : null;
  switch (condition) {
    case 'PAN':
      return pays ?? declared(scope, ['own_page']);
    case 'PAY':
      return pays ?? declared(scope, ['own_page', 'iframe']);
    case 'CDE':
      // A site that redirects to its provider can still send buyers elsewhere, so it can affect the environment.
      return pays ?? declared(scope, ['own_page', 'iframe', 'redirect']);
    case 'LOGIN':
      return observed.login_forms.length > 0 ? true : null;
    case 'OWN':
    case 'ADMIN':
    case 'MAIL':
    case 'PHI':
      return null;
  }
}

function declared({ card_data: cardData }: Scope, met: readonly NonNullable<Scope['card_data']>[]): boolean | null {
  return cardData === undefined ? null : met.includes(cardData);
}
