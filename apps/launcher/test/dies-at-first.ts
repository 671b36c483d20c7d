/** A service that dies in its first seconds as often as configured, and then is ready; `hopeless` reports that it cannot start. */
import { readFileSync, writeFileSync } from 'node:fs';

const { DEATHS_FILE = '', HOPELESS } = process.env;
const left = Number(readFileSync(DEATHS_FILE, 'utf8'));
if (HOPELESS !== undefined) process.send?.({ failed: 'never' });
if (left > 0) {
  writeFileSync(DEATHS_FILE, String(left - 1));
  process.exit(1);
}
process.send?.('ready');
process.on('disconnect', () => process.exit(0));
