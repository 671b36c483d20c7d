import { announce } from './announce.ts';

/** Buttons of class `copy` copy the text before them and confirm it. If the browser refuses, they select the text. */
export function enableCopy(): void {
  document.addEventListener('click', (event) => {
    const button = event.target instanceof Element ? event.target.closest<HTMLButtonElement>('button.copy') : null;
    const source = button?.parentElement?.querySelector('pre, input');
    if (!button || !source) return;
    const text = source instanceof HTMLInputElement ? source.value : (source.textContent ?? '');
    void copy(text, source).then((copied) => {
      const said = (copied ? button.dataset['copied'] : button.dataset['notCopied']) ?? '';
      announce(said);
      button.classList.toggle('done', copied);
      setTimeout(() => button.classList.remove('done'), 1500);
      if (!copied) button.insertAdjacentElement('afterend', hint(said));
    });
  });
}

/** The clipboard API exists on https pages only. The older command works everywhere unless it is disabled. */
async function copy(text: string, source: Element): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    select(source);
    // oxlint-disable-next-line typescript/no-deprecated -- the only way on a page served over http
    return document.execCommand('copy');
  }
}

function select(source: Element): void {
  if (source instanceof HTMLInputElement) return source.select();
  getSelection()?.selectAllChildren(source);
}

function hint(text: string): HTMLElement {
  const line = document.createElement('p');
  line.className = 'hint';
  line.textContent = text;
  setTimeout(() => line.remove(), 8000);
  return line;
}
