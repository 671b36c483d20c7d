import type { View } from '../frame.ts';
import { timeText } from '../shell/time-text.ts';

/** The verdict of the service on a file. */
interface VerdictOnFile {
  result: 'genuine' | 'altered' | 'unknown';
  /** Why the file is not genuine, as the service says in English. */
  reason?: string;
  /** What a genuine file states. */
  url?: string;
  grade?: string;
  score?: number;
  scanned_at?: string;
}

/**
 * Checks whether a report or PDF was created here; nothing is stored. With scripts the verdict appears in the page,
 * without them the response to the form is the page with its verdict.
 */
export const verify: View<VerdictOnFile | null> = (verdict, { frame, words }) => {
  const text = words.verify;
  return {
    title: verdict ? `${text[verdict.result]} ${words.nav.verify}` : words.nav.verify,
    noindex: verdict !== null,
    description: text.description,
    body: (
      <>
        <h1>{words.nav.verify}</h1>
        <p className="lead">{text.lead(frame.serviceName)}</p>
        <form
          id="verify"
          action="/verify"
          method="post"
          encType="multipart/form-data"
          data-genuine={text.genuine}
          data-found={text.found}
          data-altered={text.altered}
          data-unknown={text.unknown}
          data-failed={text.failed}
        >
          <label htmlFor="file">{text.file}</label>
          <div className="ask">
            <input id="file" name="file" type="file" accept=".json,.pdf,application/json,application/pdf" required />
            <button type="submit">{text.button}</button>
          </div>
          <div id="verdict" role="status" className={verdict ? kindOf(verdict) : undefined}>
            {verdict && <p>{text[verdict.result]}</p>}
            {verdict?.reason !== undefined && <p lang="en">{verdict.reason}</p>}
            {verdict?.result === 'genuine' && <p>{statedBy(verdict, text.found, frame.language)}</p>}
          </div>
        </form>
        <h2>{text.elsewhere}</h2>
        <p>
          {text.commands} <code>palisade verify FILE</code>, <code>POST /api/verify</code>
        </p>
        <p>
          {text.keys} <a href="/.well-known/palisade-keys.json">/.well-known/palisade-keys.json</a>
        </p>
      </>
    ),
  };
};

function kindOf({ result }: VerdictOnFile): string {
  return result === 'genuine' ? 'passed' : 'failed';
}

/** What a genuine file states. The claims of an altered one are not repeated. */
function statedBy({ url, grade, score, scanned_at: time }: VerdictOnFile, text: string, language: string) {
  const at = time === undefined ? '' : timeText(time, language);
  const stated: Readonly<Record<string, unknown>> = { url, grade, score, at };
  return text.replaceAll(/\{(\w+)\}/g, (_all, name) => String(stated[String(name)] ?? ''));
}
