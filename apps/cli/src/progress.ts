import { styleText } from 'node:util';

/** Nothing is shown for a scan quicker than this. */
const QUIET_MS = 700;

/** One line on standard error that tells a slow scan is alive; nothing at all where no person watches. */
export function startProgress(url: string): { done(part: string): void; clear(): void } {
  const stream = process.stderr;
  const finished: string[] = [];
  const started = Date.now();
  const draw = () => {
    const seconds = ((Date.now() - started) / 1000).toFixed(0);
    stream.write(`\r\u001b[K${styleText('dim', `scanning ${url} … ${seconds} s  ${finished.join(', ')}`, { stream })}`);
  };
  let timer: NodeJS.Timeout | undefined;
  if (stream.isTTY) {
    timer = setTimeout(() => {
      draw();
      timer = setInterval(draw, 250);
    }, QUIET_MS);
  }
  return {
    done: (part) => void finished.push(part),
    clear() {
      clearInterval(timer);
      if (stream.isTTY) stream.write('\r\u001b[K');
    },
  };
}
