import type { Scope } from './scope.ts';

/** What must be true of the site for a reference to apply. */
export const CONDITIONS = {
  PAN: 'card numbers are sent over this connection',
  PAY: 'this is a payment page, or embeds one',
  CDE: 'the host is in, or can affect, the cardholder data environment',
  OWN: 'the application is bespoke or custom software',
  LOGIN: 'users log in here',
  ADMIN: 'this is an administrative interface',
  MAIL: 'in-scope personnel use this mail domain',
  PHI: 'electronic protected health information is sent over this connection',
} as const;
export type Condition = keyof typeof CONDITIONS;

/** What the page itself shows of its purpose, as lines that name the form or field. */
export interface Observed {
  /** False: no page could be read, so the lists say nothing. */
  readonly read: boolean;
  /** True: the page was read only up to a limit, so the lists may lack something. */
  readonly cut?: boolean;
  readonly login_forms: readonly string[];
  /** For card data, in the page itself. */
  readonly payment_fields: readonly string[];
  /** For card data, in frames of a payment provider: card numbers do not cross the connection to this site. */
  readonly payment_frames: readonly string[];
  /** Where visitors type data about themselves. */
  readonly personal_fields: readonly string[];
  /** What tracks visitors: their online identifiers are personal data (GDPR, recital 30). */
  readonly tracking: readonly string[];
}

/** Of a page that was read. */
export const NOTHING_OBSERVED: Observed = {
  read: true,
  login_forms: [],
  payment_fields: [],
  payment_frames: [],
  personal_fields: [],
  tracking: [],
};

type CardData = NonNullable<Scope['card_data']>;

const MET_BY: Readonly<Partial<Record<Condition, readonly CardData[]>>> = {
  PAN: ['own_page'],
  PAY: ['own_page', 'iframe'],
  // A site that redirects to its provider can still send buyers elsewhere, so it can affect the environment.
  CDE: ['own_page', 'iframe', 'redirect'],
};

const DECLARED: Readonly<Record<CardData, string>> = {
  none: 'this site handles no card data',
  redirect: 'card data is entered on a page of the payment provider',
  iframe: 'card data is entered in a frame of the payment provider',
  own_page: 'card data is entered on the site’s own page',
};

/** A condition that was decided, and by what. */
export interface Ground {
  holds: boolean;
  because: string;
}

/**
 * @returns null when neither the owner's declaration nor the page tells. What is unknown is never assumed,
 * in either direction: the condition is printed instead. What the page shows goes before what is declared.
 */
export function groundOf(condition: Condition, scope: Scope, observed: Observed): Ground | null {
  const [seen] = observedFor(condition, observed);
  if (seen !== undefined) return { holds: true, because: `seen on the page: ${seen}` };
  const met = MET_BY[condition];
  if (met === undefined || scope.card_data === undefined) return null;
  return { holds: met.includes(scope.card_data), because: declaredCardData(scope.card_data) };
}

function observedFor(condition: Condition, observed: Observed): readonly string[] {
  switch (condition) {
    case 'PAN':
      return observed.payment_fields;
    case 'PAY':
    case 'CDE':
      return [...observed.payment_fields, ...observed.payment_frames];
    case 'LOGIN':
      return observed.login_forms;
    case 'OWN':
    case 'ADMIN':
    case 'MAIL':
    case 'PHI':
      return [];
  }
}

export function declaredCardData(cardData: CardData): string {
  return `declared: ${DECLARED[cardData]}`;
}
