/**
 * Properties as the platform defines them. On documents and forms an element's name hides built-in properties: with
 * `<input name="attributes">` a form has no attributes any more, and a page could use that to hide.
 */
export const BUILT_IN = `
  const builtIn = (type, name) => {
    const { get, value } = Object.getOwnPropertyDescriptor(type.prototype, name);
    return Function.prototype.call.bind(get ?? value);
  };
  const idOf = builtIn(Element, 'id');
  const attributesOf = builtIn(Element, 'attributes');
  const attributeOf = builtIn(Element, 'getAttribute');
  const closestOf = builtIn(Element, 'closest');
  const baseOf = builtIn(Node, 'baseURI');
  const findIn = builtIn(Document, 'querySelectorAll');
  const find = (selector) => [...findIn(document, selector)];
  const shadowOf = builtIn(Element, 'shadowRoot');
  const elementsIn = (root) => {
    const walker = builtIn(Document, 'createTreeWalker')(document, root, NodeFilter.SHOW_ELEMENT);
    const found = [];
    for (let node = walker.nextNode(); node && found.length < 50000; node = walker.nextNode()) found.push(node);
    return found;
  };
`;
