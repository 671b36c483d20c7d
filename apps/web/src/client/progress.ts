export interface Progress {
  /** Marks this part of the evidence as gathered. */
  part(name: string): void;
  end(): void;
}

/** Shows real progress: the parts that a worker has gathered, and the time that has passed. */
export function startProgress(form: HTMLFormElement): Progress {
  const box = document.getElementById('progress');
  const [said, seconds] = box?.querySelectorAll('p') ?? [];
  if (!box || !said || !seconds) return { part: () => undefined, end: () => undefined };
  const parts = box.querySelectorAll<HTMLElement>('[data-part]');
  for (const line of parts) line.classList.remove('in');
  const url = new FormData(form).get('url');
  said.textContent = (box.dataset['scanning'] ?? '').replace('{url}', () => String(url).trim());
  const began = performance.now();
  const tick = () => (seconds.textContent = `${Math.floor((performance.now() - began) / 1000)} s`);
  tick();
  const timer = setInterval(tick, 1000);
  box.hidden = false;
  return {
    part(name) {
      for (const line of parts) if (line.dataset['part'] === name) line.classList.add('in');
    },
    end() {
      clearInterval(timer);
      box.hidden = true;
      said.textContent = '';
    },
  };
}
