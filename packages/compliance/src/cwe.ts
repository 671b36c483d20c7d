/** Names exactly as in MITRE's CWE list of this version: they change between versions, so name and version are printed. */
export const CWE_VERSION = '4.15';

export const CWE_NAMES: Readonly<Record<number, string>> = {
  201: 'Insertion of Sensitive Information Into Sent Data',
  203: 'Observable Discrepancy',
  290: 'Authentication Bypass by Spoofing',
  296: "Improper Following of a Certificate's Chain of Trust",
  297: 'Improper Validation of Certificate with Host Mismatch',
  299: 'Improper Check for Certificate Revocation',
  300: 'Channel Accessible by Non-Endpoint',
  319: 'Cleartext Transmission of Sensitive Information',
  324: 'Use of a Key Past its Expiration Date',
  326: 'Inadequate Encryption Strength',
  327: 'Use of a Broken or Risky Cryptographic Algorithm',
  328: 'Use of Weak Hash',
  345: 'Insufficient Verification of Data Authenticity',
  353: 'Missing Support for Integrity Check',
  359: 'Exposure of Private Personal Information to an Unauthorized Actor',
  489: 'Active Debug Code',
  497: 'Exposure of Sensitive System Information to an Unauthorized Control Sphere',
  523: 'Unprotected Transport of Credentials',
  525: 'Use of Web Browser Cache Containing Sensitive Information',
  565: 'Reliance on Cookies without Validation and Integrity Checking',
  598: 'Use of GET Request Method With Sensitive Query Strings',
  614: "Sensitive Cookie in HTTPS Session Without 'Secure' Attribute",
  672: 'Operation on a Resource after Expiration or Release',
  693: 'Protection Mechanism Failure',
  757: "Selection of Less-Secure Algorithm During Negotiation ('Algorithm Downgrade')",
  829: 'Inclusion of Functionality from Untrusted Control Sphere',
  835: "Loop with Unreachable Exit Condition ('Infinite Loop')",
  922: 'Insecure Storage of Sensitive Information',
  942: 'Permissive Cross-domain Policy with Untrusted Domains',
  1004: "Sensitive Cookie Without 'HttpOnly' Flag",
  1021: 'Improper Restriction of Rendered UI Layers or Frames',
  1022: 'Use of Web Link to Untrusted Target with window.opener Access',
  1104: 'Use of Unmaintained Third Party Components',
  1275: 'Sensitive Cookie with Improper SameSite Attribute',
  1395: 'Dependency on Vulnerable Third-Party Component',
};

export function cweLabel(id: number): string {
  const name = CWE_NAMES[id];
  return name === undefined ? `CWE-${id}` : `CWE-${id} ${name}`;
}

export function cweUrl(id: number): string {
  return `https://cwe.mitre.org/data/definitions/${id}.html`;
}
