export function enablePrint(): void {
  for (const button of document.querySelectorAll('button.print')) button.addEventListener('click', () => print());
}

/** print.css leaves these as they are. */
const AS_THEY_ARE = ".finding[data-kind='good'], .snippets > details";

/** Opens details for printing: browsers without `::details-content` print only open ones. */
export function openForPrint(): void {
  let opened: HTMLDetailsElement[] = [];
  addEventListener('beforeprint', () => {
    opened = [...document.querySelectorAll<HTMLDetailsElement>(`details:not([open], ${AS_THEY_ARE})`)];
    for (const details of opened) details.open = true;
  });
  addEventListener('afterprint', () => {
    for (const details of opened) details.open = false;
    opened = [];
  });
}
