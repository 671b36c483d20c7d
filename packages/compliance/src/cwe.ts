/** Names by MITRE's CWE list 4.15; 1428 entered with 4.17. Names change between versions, so both are printed. */
export const CWE_VERSION = '4.15';

export const CWE_NAMES: Readonly<Record<number, string>> = {
  835: "Loop with Unreachable Exit Condition ('Infinite Loop')",
  672: 'Operation on a Resource after Expiration or Release',
  489: 'Active Debug Code',
  300: 'Channel Accessible by Non-Endpoint',
  203: 'Observable Discrepancy',
  95: "Improper Neutralization of Directives in Dynamically Evaluated Code ('Eval Injection')",
  200: 'Exposure of Sensitive Information to an Unauthorized Actor',
  201: 'Insertion of Sensitive Information Into Sent Data',
  290: 'Authentication Bypass by Spoofing',
  295: 'Improper Certificate Validation',
  296: "Improper Following of a Certificate's Chain of Trust",
  297: 'Improper Validation of Certificate with Host Mismatch',
  298: 'Improper Validation of Certificate Expiration',
  299: 'Improper Check for Certificate Revocation',
  311: 'Missing Encryption of Sensitive Data',
  319: 'Cleartext Transmission of Sensitive Information',
  324: 'Use of a Key Past its Expiration Date',
  326: 'Inadequate Encryption Strength',
  327: 'Use of a Broken or Risky Cryptographic Algorithm',
  328: 'Use of Weak Hash',
  345: 'Insufficient Verification of Data Authenticity',
  346: 'Origin Validation Error',
  352: 'Cross-Site Request Forgery (CSRF)',
  353: 'Missing Support for Integrity Check',
  430: 'Deployment of Wrong Handler',
  494: 'Download of Code Without Integrity Check',
  497: 'Exposure of Sensitive System Information to an Unauthorized Control Sphere',
  523: 'Unprotected Transport of Credentials',
  524: 'Use of Cache Containing Sensitive Information',
  525: 'Use of Web Browser Cache Containing Sensitive Information',
  565: 'Reliance on Cookies without Validation and Integrity Checking',
  598: 'Use of GET Request Method With Sensitive Query Strings',
  614: "Sensitive Cookie in HTTPS Session Without 'Secure' Attribute",
  653: 'Improper Isolation or Compartmentalization',
  693: 'Protection Mechanism Failure',
  757: "Selection of Less-Secure Algorithm During Negotiation ('Algorithm Downgrade')",
  829: 'Inclusion of Functionality from Untrusted Control Sphere',
  830: 'Inclusion of Web Functionality from an Untrusted Source',
  942: 'Permissive Cross-domain Policy with Untrusted Domains',
  1004: "Sensitive Cookie Without 'HttpOnly' Flag",
  1021: 'Improper Restriction of Rendered UI Layers or Frames',
  1022: 'Use of Web Link to Untrusted Target with window.opener Access',
  1104: 'Use of Unmaintained Third Party Components',
  1275: 'Sensitive Cookie with Improper SameSite Attribute',
  1395: 'Dependency on Vulnerable Third-Party Component',
  1428: 'Reliance on HTTP instead of HTTPS',
};

export function cweLabel(id: number): string {
  const name = CWE_NAMES[id];
  return name === undefined ? `CWE-${id}` : `CWE-${id} ${name}`;
}

export function cweUrl(id: number): string {
  return `https://cwe.mitre.org/data/definitions/${id}.html`;
}
