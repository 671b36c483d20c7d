/** Why a scan has no report, as workers send it to waiting processes. */
export interface ScanFailure {
  kind: 'refused' | 'unreachable' | 'internal' | 'cancelled';
  /** For `unreachable`: the network fault's code. */
  code?: string;
  message: string;
}
