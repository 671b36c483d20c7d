import { sentence } from './sentence.ts';

/** A form that was refused and is shown again. */
export interface RefusedForm {
  /** The error message of the service, in English. */
  message: string;
  typed: Readonly<Partial<Record<string, string>>>;
}

/** Why a form was refused, above what was typed. */
export function Refusal({ message }: Pick<RefusedForm, 'message'>) {
  return (
    <div className="failed" role="alert">
      <p lang="en">{sentence(message)}</p>
    </div>
  );
}
