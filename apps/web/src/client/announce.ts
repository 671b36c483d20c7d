/** Has a screen reader say it, without moving the focus. */
export function announce(text: string): void {
  const region = document.getElementById('announcer');
  if (!region) return;
  region.textContent = '';
  // The same text twice is said twice only when the region changed in between.
  setTimeout(() => (region.textContent = text), 50);
}
