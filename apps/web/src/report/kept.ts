/** A report that has an address here. */
export interface Kept {
  id: string;
  /** Its visitor may delete it: this browser asked for it, or its owner is signed in. */
  mine: boolean;
  /** Where the site's history stands, for visitors who may see it. */
  history: string | null;
  /** A compliance report was bought with it and is drawn. */
  compliance: boolean;
}
