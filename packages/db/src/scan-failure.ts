/** Why a scan gave no report, as it travels from a worker to those that wait. */
export interface ScanFailure {
  kind: 'refused' | 'unreachable' | 'internal' | 'cancelled';
  /** For `unreachable`: the network fault's code. */
  code?: string;
  message: string;
}
