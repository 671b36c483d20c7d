import { announce } from './announce.ts';
import { explainCredential } from './credential.ts';
import { eventsOf } from './event-stream.ts';
import { startProgress, type Progress } from './progress.ts';

/** Errors of the framework come as pages. */
const EVENTS = 'text/event-stream, text/html';

/** The scan without leaving the page: progress, a Stop that stops, and the answer in place. */
export function enableScanForm(): void {
  const form = document.querySelector<HTMLFormElement>('form#scan');
  const [start, stop] = ['start', 'stop'].map((id) => document.getElementById(id) as HTMLButtonElement | null);
  const outcome = document.getElementById('outcome');
  if (!form || !start || !stop || !outcome) return;
  explainCredential(form);
  let running: AbortController | null = null;
  let progress: Progress | null = null;

  const ended = () => {
    running = null;
    progress?.end();
    progress = null;
    stop.hidden = true;
    start.hidden = false;
    start.disabled = false;
  };
  // The report is made, and the page on its way to it: nothing is left to stop, and nothing to be paid for again.
  const leaving = () => {
    running = null;
    stop.hidden = true;
    start.hidden = false;
    start.disabled = true;
  };
  oncePressed(form, [start, stop]);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    running?.abort();
    const controller = new AbortController();
    running = controller;
    outcome.replaceChildren();
    progress?.end();
    const shown = (progress = startProgress(form));
    start.hidden = true;
    stop.hidden = false;
    stop.focus();
    void ask(form, controller.signal, shown.part)
      .then((answer) => {
        if (answer === null) leaving();
        else {
          if (running === controller) ended();
          show(outcome, answer);
        }
      })
      .catch(() => {
        if (running !== controller) return;
        ended();
        showText(outcome, form.dataset['unreachable'] ?? '');
      });
  });
  stop.addEventListener('click', () => {
    running?.abort();
    ended();
    start.focus();
    announce(document.getElementById('progress')?.dataset['stopped'] ?? '');
  });
  // Back to this page from the cache: what ran then runs no longer.
  addEventListener('pagehide', () => {
    running?.abort();
    ended();
  });
}

/**
 * One press, one click: Start and Stop stand in the same place, so that the second half of a double click, or a key that
 * is held down, would press the other.
 */
function oncePressed(form: HTMLFormElement, buttons: readonly HTMLButtonElement[]): void {
  form.addEventListener('keydown', (event) => {
    if (event.repeat && event.key === 'Enter') event.preventDefault();
  });
  for (const button of buttons)
    button.addEventListener('click', (event) => {
      if (event.detail < 2) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    });
}

/**
 * Not by the API's client: the form has an address of its own, which answers with events and, without scripts, a page.
 * Shows each part as it comes in; then goes to the report, or answers with the page that says why there is none.
 */
async function ask(form: HTMLFormElement, signal: AbortSignal, onPart: (part: string) => void): Promise<string | null> {
  const body = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]));
  const response = await fetch(form.action, { method: 'POST', body, signal, headers: { accept: EVENTS } });
  if (response.headers.get('content-type')?.startsWith('text/html')) return response.text();
  for await (const { event, data } of eventsOf(response)) {
    if (event === 'part') onPart(data);
    if (event === 'failed') return data;
    if (event === 'done') {
      location.assign(data);
      return null;
    }
  }
  throw new Error('the answer ended early');
}

function show(outcome: HTMLElement, page: string): void {
  const part = new DOMParser().parseFromString(page, 'text/html').querySelector('.failed');
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
