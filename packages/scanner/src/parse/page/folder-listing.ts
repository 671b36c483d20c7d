import type { PageEvidence } from '../../evidence/page.ts';

/** Titles of the lists that servers make of a folder without an index file: Apache, nginx, lighttpd, LiteSpeed; Python; Tomcat; Express; Jetty. */
const TITLES = ['Index of', 'Directory listing for', 'listing directory', 'Directory:'];

/** Whether the page is a server's list of the files in the folder of its URL. Its title names that folder. */
export function isFolderListing(page: Pick<PageEvidence, 'url' | 'title' | 'links' | 'text_fields'>): boolean {
  const url = URL.parse(page.url);
  if (!url?.pathname.endsWith('/') || page.title === null || !page.links || page.text_fields > 0) return false;
  const title = page.title.toLowerCase();
  const folders = [decoded(url.pathname), url.pathname].map((path) => path.toLowerCase());
  return folders.some(
    (folder) =>
      TITLES.some((words) => isTitled(title, words.toLowerCase(), folder)) || title === `${url.hostname} - ${folder}`,
  );
}

/** `Index of /a`, `Index of /a/`, `Directory Listing For [/a/]` */
function isTitled(title: string, words: string, folder: string): boolean {
  if (!title.startsWith(`${words} `)) return false;
  const named = title.slice(words.length + 1).replace(/^\[(.*)\]$/u, '$1');
  return named === folder || (folder !== '/' && `${named}/` === folder);
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
