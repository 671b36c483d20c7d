const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Parses an `Expires` date as leniently as browsers do (RFC 6265 §5.1.1). Null if it is not a date. */
export function parseCookieDate(text: string): number | null {
  let time: RegExpExecArray | null = null;
  let day: number | null = null;
  let month: number | null = null;
  let year: number | null = null;
  // Delimiters are all characters except digits, letters, the colon and bytes above 0x7f.
  for (const token of text.slice(0, 256).split(/[\t -/;-@[-`{-~]+/u)) {
    const found: RegExpExecArray | null = time ? null : /^(\d{1,2}):(\d{1,2}):(\d{1,2})(?:\D.*)?$/u.exec(token);
    if (found) {
      time = found;
      continue;
    }
    if (day === null) {
      const digits = /^(\d{1,2})(?:\D.*)?$/u.exec(token)?.[1];
      if (digits !== undefined) {
        day = Number(digits);
        continue;
      }
    }
    if (month === null) {
      const index = MONTHS.indexOf(token.slice(0, 3).toLowerCase());
      if (index >= 0) {
        month = index;
        continue;
      }
    }
    if (year === null) {
      const digits = /^(\d{2,4})(?:\D.*)?$/u.exec(token)?.[1];
      if (digits !== undefined) year = fullYear(Number(digits));
    }
  }
  if (!time || day === null || month === null || year === null) return null;
  const [hour, minute, second] = [Number(time[1]), Number(time[2]), Number(time[3])];
  if (day < 1 || day > 31 || year < 1601 || hour > 23 || minute > 59 || second > 59) return null;
  const date = new Date(Date.UTC(year, month, day, hour, minute, second));
  // 30 February is not a date (step 7 of the algorithm).
  return date.getUTCMonth() === month && date.getUTCDate() === day ? date.getTime() : null;
}

function fullYear(year: number): number {
  if (year >= 70 && year <= 99) return year + 1900;
  return year <= 69 ? year + 2000 : year;
}
