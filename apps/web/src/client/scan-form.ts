import { announce } from './announce.ts';
import { explainCredential } from './credential.ts';
import { eventsOf } from './event-stream.ts';
import { startProgress } from './progress.ts';

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
    void ask(form, controller.signal, progress.part)
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

/** Shows each part as it comes in; then goes to the report, or answers with the page that says why there is none. */
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
