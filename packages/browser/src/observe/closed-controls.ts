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

/**
 * Adds the forms and fields in closed shadow trees, which our scripts cannot read.
 * @param reading of the page
 */
export async function addClosedControls(cdp: PageSession, { url, base, forms, controls }: PageReading): Promise<void> {
  try {
    const { root } = (await cdp.send('DOM.getDocument', { depth: -1, pierce: true })) as { root: DomNode };
    // From now on it reports each change.
    await cdp.send('DOM.disable');
    const address = (action: string): string | null => URL.parse(action, base ?? url)?.href ?? null;
    const open: [node: DomNode, hidden: boolean, form: number][] = [[root, false, -1]];
    let room = MOST;
    for (let next = open.pop(); next && room > 0; next = open.pop()) {
      const [node, within, outer] = next;
      const hidden = within || node.shadowRootType === 'closed';
      const attributes = hidden ? attributesOf(node) : new Map<string, string>();
      const form = hidden && node.localName === 'form' ? forms.length : outer;
      const to = attributes.get('formaction');
      if (form !== outer) {
        const [action, method] = [attributes.get('action'), attributes.get('method')];
        forms.push({
          action: action === undefined ? url : address(action),
          method: method?.toLowerCase() ?? 'get',
          password: false,
          framed: false,
          written: [action, method].join(' '),
          buttons: [],
        });
      } else if (to !== undefined) {
        const method = attributes.get('formmethod')?.toLowerCase() ?? forms[form]?.method ?? 'get';
        forms[form]?.buttons.push({ action: address(to), method });
      }
      if (hidden && (node.localName === 'input' || node.localName === 'select')) {
        room -= 1;
        if (attributes.get('type')?.toLowerCase() === 'password' && forms[form]) forms[form].password = true;
        const kept = [...attributes].filter(([name]) => KEPT.includes(name));
        controls.push({
          name: node.localName,
          form,
          attributes: kept.map(([name, value]) => [name, value.slice(0, 200)]),
        });
      }
      const below = [
        ...(node.children ?? []),
        ...(node.shadowRoots ?? []),
        ...(node.contentDocument ? [node.contentDocument] : []),
      ];
      // The browser's own fields, for example a video's controls, contain nothing of the page.
      for (const child of below) if (child.shadowRootType !== 'user-agent') open.push([child, hidden, form]);
    }
  } catch {
    // The page is gone.
  }
}

function attributesOf({ attributes = [] }: DomNode): Map<string, string> {
  const pairs = new Map<string, string>();
  for (let at = 0; at + 1 < attributes.length; at += 2) pairs.set(attributes[at] ?? '', attributes[at + 1] ?? '');
  return pairs;
}
