import type { PageSession } from '../devtools/target-session.ts';
import type { PageReading } from './read-page.ts';

interface DomNode {
  localName: string;
  attributes?: string[];
  shadowRootType?: string;
  children?: DomNode[];
  shadowRoots?: DomNode[];
  contentDocument?: DomNode;
}

const MOST = 100;
const KEPT = ['type', 'name', 'id', 'autocomplete'];

/** Fields in closed shadow trees, which our scripts cannot read, and which belong to no form. */
export async function closedControls(cdp: PageSession): Promise<PageReading['controls']> {
  try {
    const { root } = (await cdp.send('DOM.getDocument', { depth: -1, pierce: true })) as { root: DomNode };
    // From now on it reports each change.
    await cdp.send('DOM.disable');
    const found: PageReading['controls'] = [];
    const open: [node: DomNode, hidden: boolean][] = [[root, false]];
    for (let next = open.pop(); next && found.length < MOST; next = open.pop()) {
      const [node, within] = next;
      const hidden = within || node.shadowRootType === 'closed';
      if (hidden && (node.localName === 'input' || node.localName === 'select'))
        found.push({ name: node.localName, form: -1, attributes: attributesOf(node) });
      const below = [
        ...(node.children ?? []),
        ...(node.shadowRoots ?? []),
        ...(node.contentDocument ? [node.contentDocument] : []),
      ];
      // The browser's own fields, for example a video's controls, contain nothing of the page.
      for (const child of below) if (child.shadowRootType !== 'user-agent') open.push([child, hidden]);
    }
    return found;
  } catch {
    return [];
  }
}

function attributesOf({ attributes = [] }: DomNode): [string, string][] {
  const pairs: [string, string][] = [];
  for (let at = 0; at + 1 < attributes.length; at += 2) {
    const [name = '', value = ''] = attributes.slice(at, at + 2);
    if (KEPT.includes(name)) pairs.push([name, value.slice(0, 200)]);
  }
  return pairs;
}
