export function enablePrint(): void {
  for (const button of document.querySelectorAll('button.print')) button.addEventListener('click', () => print());
}

/** Print what is closed too: browsers without `::details-content` print only what is open. */
export function openForPrint(): void {
  let opened: HTMLDetailsElement[] = [];
  addEventListener('beforeprint', () => {
    opened = [...document.querySelectorAll<HTMLDetailsElement>('details:not([open])')];
    for (const details of opened) details.open = true;
  });
  addEventListener('afterprint', () => {
    for (const details of opened) details.open = false;
    opened = [];
  });
}
