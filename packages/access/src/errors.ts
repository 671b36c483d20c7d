/** No key where one is required: HTTP 401. */
export class KeyMissing extends Error {
  override readonly name = 'KeyMissing';
}

export type KeyRefusal =
  'wrong-shape' | 'hidden-character' | 'wrong-checksum' | 'unknown' | 'rotated' | 'suspended' | 'revoked' | 'unpaid';

const KEY_REFUSALS: Readonly<Record<KeyRefusal, string>> = {
  'wrong-shape': 'this is not an API key: a key starts with pal_live_ and has 45 characters',
  'hidden-character':
    'this is not an API key: there is a space, a line break or an invisible character in it. Copy it again',
  'wrong-checksum': 'the API key has a typo: its checksum does not match',
  unknown: 'the API key is invalid: no such key exists',
  rotated: 'the API key is inactive: it was replaced by a newer one',
  suspended: 'the API key is inactive: its subscription is suspended',
  revoked: 'the API key is inactive: it was revoked',
  unpaid: 'the API key is inactive: its subscription has ended',
};

/** A key was given but is not valid: HTTP 403. The message never repeats the key. */
export class KeyRefused extends Error {
  override readonly name = 'KeyRefused';
  readonly reason: KeyRefusal;
  constructor(reason: KeyRefusal) {
    super(KEY_REFUSALS[reason]);
    this.reason = reason;
  }
}

export type TokenRefusal =
  | 'wrong-shape'
  | 'hidden-character'
  | 'wrong-checksum'
  | 'unknown'
  | 'unpaid'
  | 'expired'
  | 'in-use'
  | 'used'
  | 'revoked';

const TOKEN_REFUSALS: Readonly<Record<TokenRefusal, string>> = {
  'wrong-shape': 'this is not a token of the kind that is needed here',
  'hidden-character':
    'this is not a token: there is a space, a line break or an invisible character in it. Copy it again',
  'wrong-checksum': 'the token has a typo: its checksum does not match',
  unknown: 'the token is invalid: no such token exists',
  unpaid: 'the payment for this token has not succeeded yet',
  expired: 'the token has expired: it was valid for 24 hours',
  'in-use': 'the token is being used by another request right now',
  used: 'the token has been used: it was valid for one report',
  revoked: 'the token was revoked: its payment was refunded or disputed',
};

/** A token was given but is not valid here: HTTP 403; 402 when it only waits for its payment (`unpaid`). */
export class TokenRefused extends Error {
  override readonly name = 'TokenRefused';
  readonly reason: TokenRefusal;
  /** Which token it was, if it was used for its intended purpose. */
  readonly usedToken: string | undefined;
  constructor(reason: TokenRefusal, usedToken?: string) {
    super(TOKEN_REFUSALS[reason]);
    this.reason = reason;
    this.usedToken = usedToken;
  }
}

/** The quota of this period is used up: HTTP 429 with Retry-After. */
export class QuotaExhausted extends Error {
  override readonly name = 'QuotaExhausted';
  readonly resetsAt: Date;
  /** Whole seconds until the reset, never 0. */
  readonly retryAfterSeconds: number;
  constructor(quota: string, resetsAt: Date, now: Date) {
    super(`${quota} used up; it resets at ${resetsAt.toISOString().replace('.000Z', 'Z')}`);
    this.resetsAt = resetsAt;
    this.retryAfterSeconds = Math.max(1, Math.ceil((resetsAt.getTime() - now.getTime()) / 1000));
  }
}

/** The work took so long that its unit or token was released meanwhile: HTTP 503, nothing is charged. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
  readonly retryAfterSeconds = 5;
}
