import table from './ct-logs.json' with { type: 'json' };

export interface CtLog {
  /** SPKI, base64. */
  key: string;
  operator: string;
  name: string;
  /**
   * State in Chrome on the date of the list: `current` is qualified, usable or read-only. `other` is pending or not
   * listed.
   */
  state: 'current' | 'retired' | 'rejected' | 'other';
  /**
   * Time of retirement or rejection in milliseconds since the epoch. Null if neither applies or the date is unknown.
   */
  since: number | null;
  /** The log accepts certificates that expire in this interval. ISO dates, null if unknown. */
  interval: { from: string; before: string } | null;
}

/** By log id, hexadecimal. */
export const CT_LOGS: ReadonlyMap<string, CtLog> = new Map(
  table.logs.map(([id, key, operator, name, state, since, from, before]) => [
    hexOf(id ?? ''),
    {
      key: key ?? '',
      operator: operator ?? '',
      name: name ?? '',
      state: (state ?? 'other') as CtLog['state'],
      since: since ? Date.parse(since) : null,
      interval: from && before ? { from, before } : null,
    },
  ]),
);

/** Date of the list. */
export const CT_LOGS_DATE: string = table.compiled;

function hexOf(base64: string): string {
  return Array.from(atob(base64), (char) => char.charCodeAt(0).toString(16).padStart(2, '0')).join('');
}
