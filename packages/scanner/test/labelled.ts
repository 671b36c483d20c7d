/** Header fields and fields of security.txt and of MTA-STS policies: lines that begin with them are valid code. */
const FIELDS =
  'Set-Cookie|Contact|Expires|Canonical|Preferred-Languages|Encryption|Policy|Location|Vary|version|mode|mx|max_age|[A-Z][A-Za-z]*(?:-[A-Za-z]+)+';

/** Matches a line that begins with a label ("nginx: …", "Apache (outside …): …"), which would be pasted as code. */
export const LABELLED = new RegExp(`^(?!(?:${FIELDS}): )[A-Za-z][\\w.+-]*(?: [^:=;"'\\n]{1,40})?: `, 'mu');
