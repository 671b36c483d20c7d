/**
 * Preloaded into the processes of a service (`NODE_OPTIONS=--require`): on SIGUSR2 a process takes the number of
 * milliseconds in `$DATA_DIR/clock-shift` for how far its clock is off, as if someone had set it. What measures by
 * `performance.now()` and timers goes on as before.
 */
const { readFileSync, writeFileSync } = require('node:fs');
const { isMainThread } = require('node:worker_threads');

const { DATA_DIR } = process.env;
if (DATA_DIR !== undefined && isMainThread) {
  const RealDate = globalThis.Date;
  let shift = 0;
  const now = () => RealDate.now() + shift;
  const ShiftedDate = new Proxy(RealDate, {
    construct: (real, given, target) => Reflect.construct(real, given.length === 0 ? [now()] : given, target),
    apply: () => new RealDate(now()).toString(),
    get: (real, name) => (name === 'now' ? now : Reflect.get(real, name)),
  });
  RealDate.prototype.constructor = ShiftedDate;
  globalThis.Date = ShiftedDate;
  process.on('SIGUSR2', () => {
    shift = Number(readFileSync(`${DATA_DIR}/clock-shift`, 'utf8'));
    writeFileSync(`${DATA_DIR}/clock-shift.${process.pid}`, String(Date.now() - RealDate.now()));
  });
}
