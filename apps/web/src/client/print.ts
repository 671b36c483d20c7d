export function enablePrint(): void {
  for (const button of document.querySelectorAll('button.print')) button.addEventListener('click', () => print());
}

/** Opens all details for printing: browsers without `::details-content` print only open ones. */
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
