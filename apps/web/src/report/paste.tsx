import type { Words } from '../words/en.ts';

/** Text to copy. The button's name says what it copies. Without scripts the button is hidden, and the text can be selected. */
export function Paste({ text, what, words }: { text: string; what: string; words: Words }) {
  const { report } = words;
  return (
    <div className="paste">
      <pre>
        <code>{text}</code>
      </pre>
      <button
        type="button"
        className="copy scripted"
        aria-label={report.copyWhat(what)}
        data-copied={report.copied}
        data-not-copied={report.notCopied}
      >
        {report.copy}
      </button>
    </div>
  );
}
