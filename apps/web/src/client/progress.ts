/** What is shown is true: the address, and the time that has passed. */
export function startProgress(form: HTMLFormElement): { end(): void } {
  const box = document.getElementById('progress');
  const [said, seconds] = box?.querySelectorAll('p') ?? [];
  if (!box || !said || !seconds) return { end: () => undefined };
  const url = new FormData(form).get('url');
  said.textContent = (box.dataset['scanning'] ?? '').replace('{url}', String(url).trim());
  const began = performance.now();
  const tick = () => (seconds.textContent = `${Math.floor((performance.now() - began) / 1000)} s`);
  tick();
  const timer = setInterval(tick, 1000);
  box.hidden = false;
  return {
    end() {
      clearInterval(timer);
      box.hidden = true;
      said.textContent = '';
    },
  };
}
