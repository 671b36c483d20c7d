import type { Operations } from '@palisade/client/api';
import { timeText } from '../shell/time-text.ts';

type Answered = Operations['verifyReport']['answer'];
/** Any member of any of its responses, or of an error. */
type Verdict = Partial<Pick<Extract<Answered, { result: 'genuine' }>, 'url' | 'grade' | 'score' | 'scanned_at'>> & {
  result?: Answered['result'];
  reason?: string;
  error?: string;
};

/** Sends the chosen file and shows the verdict. */
export function enableVerify(): void {
  const form = document.querySelector<HTMLFormElement>('form#verify');
  const place = document.getElementById('verdict');
  const file = form?.querySelector<HTMLInputElement>('#file');
  if (!form || !place || !file) return;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const [chosen] = file.files ?? [];
    if (!chosen) return;
    place.replaceChildren();
    void verify(chosen)
      .then((verdict) => show(place, form, verdict))
      .catch(() => show(place, form, {}));
  });
}

async function verify(file: File): Promise<Verdict> {
  // Loaded with the first file, because other pages do not need it.
  const { createClient, PalisadeError } = await import('@palisade/client/client');
  const type = file.name.toLowerCase().endsWith('.pdf') ? 'application/pdf' : 'application/json';
  try {
    return await createClient({ baseUrl: location.origin }).verifyReport({}, { file: file.slice(0, file.size, type) });
  } catch (error) {
    // Without a response, the page shows an error in its own language.
    if (error instanceof PalisadeError && error.status > 0) return { error: error.message };
    throw error;
  }
}

function show(place: HTMLElement, form: HTMLElement, verdict: Verdict): void {
  const { result, url, grade, score, scanned_at: scannedAt } = verdict;
  const found: Readonly<Record<string, string>> = {
    url: `${url}`,
    grade: `${grade}`,
    score: `${score}`,
    at: scannedAt === undefined ? '' : timeText(scannedAt, document.documentElement.lang),
  };
  const lines = [
    form.dataset[result ?? 'failed'],
    verdict.reason ?? verdict.error,
    result === 'genuine'
      ? form.dataset['found']?.replaceAll(/\{(\w+)\}/g, (_all, name) => found[String(name)] ?? '')
      : undefined,
  ];
  place.className = result === 'genuine' ? 'passed' : 'failed';
  place.replaceChildren(
    ...lines
      .filter((line) => line !== undefined)
      .map((line) => Object.assign(document.createElement('p'), { textContent: line })),
  );
}
