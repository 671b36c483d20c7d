/** Fields of answers, of security.txt and of an MTA-STS policy: of these a line is its name and its value. */
const FIELDS =
  'Set-Cookie|Contact|Expires|Canonical|Preferred-Languages|Encryption|Policy|Location|Vary|version|mode|mx|max_age|[A-Z][A-Za-z]*(?:-[A-Za-z]+)+';

/** A line that begins with a label ("nginx: …", "Apache (outside …): …") which would be pasted as code. */
export const LABELLED = new RegExp(`^(?!(?:${FIELDS}): )[A-Za-z][\\w.+-]*(?: [^:=;"'\\n]{1,40})?: `, 'mu');
