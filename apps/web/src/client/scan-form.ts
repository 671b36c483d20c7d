import { announce } from './announce.ts';
import { explainCredential } from './credential.ts';
import { eventsOf } from './event-stream.ts';
import { startProgress, type Progress } from './progress.ts';

/** Errors of the framework are pages. */
const EVENTS = 'text/event-stream, text/html';

/** Runs a scan without leaving the page: shows progress, can stop it, and shows an error in place. */
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
  // The report is ready and the browser is loading it: nothing is left to stop, and no other scan must be paid for.
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
  // If this page is restored from the back-forward cache, its scan no longer runs.
  addEventListener('pagehide', () => {
    running?.abort();
    ended();
  });
}

/**
 * Ignores repeated keys and double clicks. Start and Stop are in the same place, so the second click of a double click,
 * or a key that is held down, would press the other button.
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
 * Sends the form and reports each part as it arrives. Does not use the API client, because the form has its own route,
 * which answers with events or, without scripts, with a page.
 * @returns null once the browser loads the report, otherwise the page that says why there is none
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
  throw new Error('the response ended early');
}

function show(outcome: HTMLElement, page: string): void {
  const part = new DOMParser().parseFromString(page, 'text/html').querySelector('.failed');
  if (!part) throw new Error('the response is not an error page');
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
