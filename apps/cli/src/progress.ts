import { line, paint, type Shown } from './terminal/shown.ts';
import { knownWidth } from './terminal/wrap.ts';
import { redraw, warn } from './terminal/write.ts';
import type { SiteResult } from './scanning/site-report.ts';

/** Nothing is shown for a scan that ends sooner. */
const QUIET_MS = 700;
const BAR = 24;

export interface Progress {
  started(target: string): void;
  part(part: string): void;
  finished(result: SiteResult): void;
  /** Clears the line for what is printed; then the line is drawn again. */
  clear(): void;
  end(): void;
}

/** On a terminal, a line that is overwritten; otherwise a line for each of many sites, and nothing for one. */
export function startProgress(total: number): Progress {
  const { isTTY } = process.stderr;
  const begun = Date.now();
  const parts: string[] = [];
  let current = '';
  let count = 0;
  let drawn = false;
  const draw = (): void => {
    const seconds = ((Date.now() - begun) / 1000).toFixed(0);
    const text =
      total === 1
        ? line`scanning ${current} … ${seconds} s  ${parts.join(', ')}`
        : line`${bar(count / total)} ${count}/${total}  ${seconds} s  ${current}`;
    redraw(paint('dim', cut(text), process.stderr));
    drawn = true;
  };
  let timer: NodeJS.Timeout | undefined;
  if (isTTY) {
    timer = setTimeout(() => {
      draw();
      timer = setInterval(draw, 250);
    }, QUIET_MS);
  }
  return {
    started: (target) => void (current = target),
    part: (part) => void parts.push(part),
    finished(result) {
      count += 1;
      if (!isTTY && total > 1) warn(line`${count}/${total}  ${verdict(result)}  ${result.url}`);
    },
    clear() {
      if (isTTY && drawn) redraw(null);
      drawn = false;
    },
    end() {
      clearInterval(timer);
      this.clear();
    },
  };
}

function verdict(result: SiteResult): string {
  if (!result.ok) return 'not scanned';
  const { grade, score, provisional } = result.report;
  return `${grade} ${score}${provisional ? ' provisional' : ''}`;
}

function bar(share: number): string {
  const full = Math.round(share * BAR);
  return `${'█'.repeat(full)}${'░'.repeat(BAR - full)}`;
}

/** A line that wraps cannot be overwritten. */
function cut(text: Shown): Shown {
  const width = (knownWidth(process.stderr) ?? 80) - 1;
  if (text.length <= width) return text;
  const characters = [...text.toString()];
  let kept = text;
  while (kept.length >= width && characters.length > 0) {
    characters.pop();
    kept = line`${characters.join('')}`;
  }
  return line`${kept}…`;
}
