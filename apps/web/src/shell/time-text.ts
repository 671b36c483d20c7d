/** A time in the visitor's language. It is always in UTC, and says so. */
export function timeText(time: string, language: string): string {
  const format = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    dateStyle: 'long',
    timeZone: 'UTC',
  });
  return `${format.format(new Date(time))}, ${time.slice(11, 19)} UTC`;
}
