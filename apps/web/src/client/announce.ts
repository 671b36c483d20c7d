/** Makes a screen reader say the text, without moving the focus. */
export function announce(text: string): void {
  const region = document.getElementById('announcer');
  if (!region) return;
  region.textContent = '';
  // Screen readers repeat the same text only if the region changed in between.
  setTimeout(() => (region.textContent = text), 50);
}
