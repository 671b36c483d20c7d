import { createContext, useContext, useEffect, useRef, useState, type ReactNode } from 'react';

/** An operator's action on one item of this page. */
export interface Action {
  /** The button's text. */
  verb: string;
  /** The item, for screen readers: the button alone does not show its row. */
  object: string;
  /** What will happen. */
  warning: string;
  /** Shown when it has happened. */
  done: string;
  path: string;
}

const Ask = createContext<(action: Action) => void>(() => undefined);

/** Asks for confirmation, performs the action, reports the result, and reloads the page's data. */
export function Actions({ children, look }: { children: ReactNode; look: () => void }) {
  const [asked, setAsked] = useState<Action | null>(null);
  const [told, setTold] = useState<{ text: string; failed: boolean } | null>(null);
  const said = useRef<HTMLParagraphElement>(null);
  // The button may disappear with its row; keyboard users continue from here.
  useEffect(() => {
    if (told) said.current?.focus();
  }, [told]);
  const act = async (action: Action) => {
    setAsked(null);
    setTold(await perform(action));
    look();
  };
  return (
    <Ask value={setAsked}>
      {told && (
        <p
          ref={said}
          tabIndex={-1}
          className={told.failed ? 'failure' : 'told'}
          role={told.failed ? 'alert' : 'status'}
        >
          {told.text}
        </p>
      )}
      {children}
      {asked && <Confirm action={asked} yes={() => void act(asked)} no={() => setAsked(null)} />}
    </Ask>
  );
}

export function ActionButtons({ actions }: { actions: readonly Action[] }) {
  const ask = useContext(Ask);
  return (
    <span className="actions">
      {actions.map((action) => (
        <button
          key={action.verb}
          type="button"
          aria-label={`${action.verb} ${action.object}`}
          onClick={() => ask(action)}
        >
          {action.verb}
        </button>
      ))}
    </span>
  );
}

function Confirm({ action, yes, no }: { action: Action; yes: () => void; no: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    // Escape closes it, and the focus returns to where it was.
    <dialog ref={dialog} aria-labelledby="asked" onClose={no}>
      <p id="asked">
        {action.verb} {action.object}? {action.warning}
      </p>
      <button type="button" autoFocus onClick={() => dialog.current?.close()}>
        Leave it
      </button>
      <button type="button" className="act" onClick={yes}>
        {action.verb}
      </button>
    </dialog>
  );
}

async function perform({ verb, object, path, done }: Action): Promise<{ text: string; failed: boolean }> {
  try {
    const headers = await sessionHeaders();
    const response = await fetch(path, { method: 'POST', headers, signal: AbortSignal.timeout(8_000) });
    if (response.ok) return { text: `${capital(object)} ${done}.`, failed: false };
    const { error } = (await response.json()) as { error?: string };
    return { text: `${verb} ${object}: ${error ?? `the service answered ${response.status}`}.`, failed: true };
  } catch {
    return { text: `${verb} ${object}: the service did not answer. The action may have been performed.`, failed: true };
  }
}

/** A session's actions include its CSRF token; other sign-in methods have none. */
async function sessionHeaders(): Promise<Record<string, string>> {
  const response = await fetch('/ops/api/session', { signal: AbortSignal.timeout(8_000) });
  const { csrf } = (await response.json()) as { csrf?: string | null };
  return csrf ? { 'x-csrf-token': csrf } : {};
}

export async function signOut(): Promise<void> {
  await fetch('/ops/api/logout', { method: 'POST', headers: await sessionHeaders() });
  location.assign('/ops');
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
