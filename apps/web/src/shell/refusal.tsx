import { sentence } from './sentence.ts';

/** A form that was refused and is shown again. */
export interface RefusedForm {
  /** The error message of the service, in English. */
  message: string;
  typed: Readonly<Partial<Record<string, string>>>;
}

/** Why a form was refused, above what was typed; nothing for a form that was not. */
export function Refusal({ of }: { of: RefusedForm | null | undefined }) {
  if (!of) return null;
  return (
    <div className="failed" role="alert">
      <p lang="en">{sentence(of.message)}</p>
    </div>
  );
}
