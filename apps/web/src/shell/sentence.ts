import { timeText } from './time-text.ts';

const TIME = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/gu;

/** Makes a sentence of an error message of the API. Only a plain first word is capitalized, not a host or a field. */
export function sentence(text: string): string {
  const start = /^[a-z]+(?=[ ,]|$)/.test(text) ? text.charAt(0).toUpperCase() : text.charAt(0);
  const rest = text.slice(1).replaceAll(TIME, (time) => timeText(time, 'en'));
  return `${start}${rest}${/[.!?]$/.test(text) ? '' : '.'}`;
}
