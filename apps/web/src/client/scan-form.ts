import { announce } from './announce.ts';
import { explainCredential } from './credential.ts';
import { startProgress } from './progress.ts';

/** The scan without leaving the page: progress, a Stop that stops, and the answer in place. */
export function enableScanForm(): void {
  const form = document.querySelector<HTMLFormElement>('form#scan');
  const [start, stop] = ['start', 'stop'].map((id) => document.getElementById(id) as HTMLButtonElement | null);
  const outcome = document.getElementById('outcome');
  if (!form || !start || !stop || !outcome) return;
  explainCredential(form);
  let running: AbortController | null = null;

  const ended = () => {
    running = null;
    stop.hidden = true;
    start.hidden = false;
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    running?.abort();
    const controller = new AbortController();
    running = controller;
    outcome.replaceChildren();
    const progress = startProgress(form);
    start.hidden = true;
    stop.hidden = false;
    stop.focus();
    void ask(form, controller.signal)
      .then((answer) => {
        if (answer !== null) show(outcome, answer);
      })
      .catch(() => {
        if (!controller.signal.aborted) showText(outcome, form.dataset['unreachable'] ?? '');
      })
      .finally(() => {
        progress.end();
        if (running === controller) ended();
      });
  });
  stop.addEventListener('click', () => {
    running?.abort();
    ended();
    start.focus();
    announce(document.getElementById('progress')?.dataset['stopped'] ?? '');
  });
  // Back to this page from the cache: what ran then runs no longer.
  addEventListener('pagehide', () => running?.abort());
}

/** Goes to the report; otherwise the page that the same form gives without scripts. */
async function ask(form: HTMLFormElement, signal: AbortSignal): Promise<Document | null> {
  const body = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]));
  const response = await fetch(form.action, { method: 'POST', body, signal, headers: { accept: 'text/html' } });
  if (response.ok && response.redirected) {
    location.assign(response.url);
    return null;
  }
  return new DOMParser().parseFromString(await response.text(), 'text/html');
}

function show(outcome: HTMLElement, page: Document): void {
  const part = page.querySelector('.failed');
  if (!part) throw new Error('an answer of another kind');
  outcome.replaceChildren(document.adoptNode(part));
  outcome.querySelector<HTMLElement>('h1')?.focus();
}

function showText(outcome: HTMLElement, text: string): void {
  const section = document.createElement('section');
  section.className = 'failed';
  const line = document.createElement('p');
  line.tabIndex = -1;
  line.textContent = text;
  section.append(line);
  outcome.replaceChildren(section);
  line.focus();
}
