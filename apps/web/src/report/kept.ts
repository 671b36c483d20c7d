/** A stored report, which has its own address. */
export interface Kept {
  id: string;
  /** Whether the visitor may delete it: this browser requested it, or its owner is signed in. */
  mine: boolean;
  /** Address of the site's history, for visitors who may see it. */
  history: string | null;
  /** Whether a compliance report was bought with it and is ready. */
  compliance: boolean;
}
