import * as asn1js from 'asn1js';
import { BasicOCSPResponse, OCSPResponse, type SingleResponse } from 'pkijs';
import { parseSctList, type SignedCertificateTimestamp } from './sct.ts';
import { hashAlgorithm, signatureAlgorithm, type SignatureHash } from './x509-algorithms.ts';

export interface OcspAnswer {
  /** Which certificate it speaks of (RFC 6960 §4.1.1). */
  certificate: { hash: SignatureHash | null; issuerNameHash: Uint8Array; issuerKeyHash: Uint8Array; serial: string };
  status: 'good' | 'revoked' | 'unknown';
  this_update: string;
  next_update: string | null;
  revoked_at: string | null;
  /** Delivered inside the answer (RFC 6962 §3.3); null when there are none. */
  scts: SignedCertificateTimestamp[] | null;
}

export interface OcspResponse {
  answers: OcspAnswer[];
  /** The signed bytes. */
  signed: Uint8Array;
  signature: Uint8Array;
  signatureHash: SignatureHash | null;
  /** Certificates of a delegated responder, DER. */
  certificates: Uint8Array[];
}

const OCSP_SCTS = '1.3.6.1.4.1.11129.2.4.5';

/** A successful basic OCSP response (RFC 6960 §4.2); null when it is none. Never throws. */
export function parseOcspResponse(der: Uint8Array): OcspResponse | null {
  try {
    const response = OCSPResponse.fromBER(new Uint8Array(der));
    if (response.responseStatus.valueBlock.valueDec !== 0 || !response.responseBytes) return null;
    const basic = BasicOCSPResponse.fromBER(new Uint8Array(response.responseBytes.response.valueBlock.valueHexView));
    return {
      answers: basic.tbsResponseData.responses.slice(0, 16).map(readAnswer),
      signed: basic.tbsResponseData.tbsView,
      signature: basic.signature.valueBlock.valueHexView,
      signatureHash: signatureAlgorithm(basic.signatureAlgorithm.algorithmId).hash,
      certificates: (basic.certs ?? []).slice(0, 4).map((one) => new Uint8Array(one.toSchema().toBER())),
    };
  } catch {
    return null;
  }
}

function readAnswer(single: SingleResponse): OcspAnswer {
  const { certID } = single;
  const tag = (single.certStatus as asn1js.BaseBlock).idBlock.tagNumber;
  return {
    certificate: {
      hash: hashAlgorithm(certID.hashAlgorithm.algorithmId),
      issuerNameHash: certID.issuerNameHash.valueBlock.valueHexView,
      issuerKeyHash: certID.issuerKeyHash.valueBlock.valueHexView,
      serial: Array.from(certID.serialNumber.valueBlock.valueHexView, (byte) => byte.toString(16).padStart(2, '0'))
        .join('')
        .toUpperCase()
        .replace(/^(00)+(?=.)/, ''),
    },
    status: tag === 0 ? 'good' : tag === 1 ? 'revoked' : 'unknown',
    this_update: single.thisUpdate.toISOString(),
    next_update: single.nextUpdate?.toISOString() ?? null,
    revoked_at: tag === 1 ? revocationTime(single.certStatus) : null,
    scts: sctsOf(single),
  };
}

function sctsOf(single: SingleResponse): SignedCertificateTimestamp[] | null {
  const extension = single.singleExtensions?.find(({ extnID }) => extnID === OCSP_SCTS);
  if (!extension) return null;
  const { result } = asn1js.fromBER(new Uint8Array(extension.extnValue.valueBlock.valueHexView));
  return result instanceof asn1js.OctetString ? parseSctList(result.valueBlock.valueHexView) : null;
}

function revocationTime(status: unknown): string | null {
  const first = status instanceof asn1js.Constructed ? status.valueBlock.value[0] : undefined;
  return first instanceof asn1js.GeneralizedTime ? first.toDate().toISOString() : null;
}
