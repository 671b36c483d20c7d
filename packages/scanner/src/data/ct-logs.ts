import table from './ct-logs.json' with { type: 'json' };

export interface CtLog {
  /** SPKI, base64. */
  key: string;
  operator: string;
  name: string;
}

/** By log id, hexadecimal. */
export const CT_LOGS: ReadonlyMap<string, CtLog> = new Map(
  table.logs.map(([id = '', key = '', operator = '', name = '']) => [hexOf(id), { key, operator, name }]),
);

/** Day of the list. */
export const CT_LOGS_DATE: string = table.compiled;

function hexOf(base64: string): string {
  return Array.from(atob(base64), (char) => char.charCodeAt(0).toString(16).padStart(2, '0')).join('');
}
