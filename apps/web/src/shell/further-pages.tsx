import type { Words } from '../words/en.ts';

/** The field for more pages of the site that the browser loads, one per line. */
export function FurtherPages({ words, typed }: { words: Words; typed?: string | undefined }) {
  const text = words.shop.compliance;
  return (
    <>
      <label htmlFor="pages">{text.pages}</label>
      <textarea
        id="pages"
        name="pages"
        rows={2}
        defaultValue={typed}
        placeholder="/checkout"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={12_000}
        aria-describedby="pages-help"
      />
      <p className="hint" id="pages-help">
        {text.pagesHelp}
      </p>
    </>
  );
}
