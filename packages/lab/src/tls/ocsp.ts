import { constants, createHash, KeyObject, sign } from 'node:crypto';
import * as asn1js from 'asn1js';
import { daysFromNow } from '../ca.ts';
import type { Issued } from './certificates.ts';

export interface OcspRequest {
  leaf: Issued;
  issuer: Issued;
  status?: 'good' | 'revoked' | 'unknown';
  /** Days from now; default -1 and 6. */
  from?: number;
  to?: number;
  /** The signer; default the issuer. */
  signer?: Issued;
  /** Certificate of a delegated signer, sent along. */
  delegate?: Issued;
  /** Further answers about the same certificate. */
  more?: readonly Pick<OcspRequest, 'status' | 'from' | 'to'>[];
  /** The responder that the response names instead of the signer's key: this certificate's key, or a name. */
  responder?: Issued | { name: asn1js.Sequence };
  /** An unknown critical extension: of the first answer, or of the response. */
  critical?: 'answer' | 'response';
  /** The signer has an RSA key, and signs with RSASSA-PSS and SHA-256. */
  pss?: true;
}

/** A basic OCSP response (RFC 6960 §4.2.1), signed with ECDSA and SHA-256. */
export function ocspResponse(request: OcspRequest): Buffer {
  const { leaf, issuer, from = -1, delegate } = request;
  const signer = delegate ?? request.signer ?? issuer;
  const time = (days: number): asn1js.GeneralizedTime => {
    const date = daysFromNow(days);
    // To the second, as RFC 6960 §4.2.2.1 has it: Firefox reads no fractions.
    date.setUTCMilliseconds(0);
    return new asn1js.GeneralizedTime({ valueDate: date });
  };
  const odd = context(1, [
    sequence(sequence(oid('1.2.3.4.5'), new asn1js.Boolean({ value: true }), new asn1js.OctetString())),
  ]);
  const single = (one: Pick<OcspRequest, 'status' | 'from' | 'to'>, at: number): asn1js.Sequence =>
    sequence(
      certificateId(leaf, issuer),
      certificateStatus(one.status ?? 'good', time(-10)),
      time(one.from ?? -1),
      context(0, [time(one.to ?? 6)]),
      ...(request.critical === 'answer' && at === 0 ? [odd] : []),
    );
  const { responder = signer } = request;
  const data = sequence(
    'name' in responder
      ? context(1, [responder.name])
      : context(2, [new asn1js.OctetString({ valueHex: sha1(publicKeyBits(responder)) })]),
    time(from),
    sequence(...[request, ...(request.more ?? [])].map(single)),
    ...(request.critical === 'response' ? [odd] : []),
  );
  const key = KeyObject.from(signer.keys.privateKey);
  const padding = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 };
  const signature = sign('sha256', Buffer.from(data.toBER()), request.pss ? { key, ...padding } : key);
  const basic = sequence(
    data,
    request.pss ? pssAlgorithm() : sequence(oid('1.2.840.10045.4.3.2')),
    new asn1js.BitString({ valueHex: new Uint8Array(signature) }),
    ...(delegate ? [context(0, [sequence(asn1js.fromBER(delegate.certificate.rawData).result)])] : []),
  );
  const response = sequence(
    new asn1js.Enumerated({ value: 0 }),
    context(0, [sequence(oid('1.3.6.1.5.5.7.48.1.1'), new asn1js.OctetString({ valueHex: basic.toBER() }))]),
  );
  return Buffer.from(response.toBER());
}

/** RFC 4055 §3.1, with SHA-256 throughout. */
function pssAlgorithm(): asn1js.Sequence {
  const sha256 = sequence(oid('2.16.840.1.101.3.4.2.1'));
  const mask = sequence(oid('1.2.840.113549.1.1.8'), sha256);
  return sequence(
    oid('1.2.840.113549.1.1.10'),
    sequence(context(0, [sha256]), context(1, [mask]), context(2, [new asn1js.Integer({ value: 32 })])),
  );
}

function certificateId(leaf: Issued, issuer: Issued): asn1js.Sequence {
  const partOf = ({ certificate }: Issued, at: number): asn1js.BaseBlock => {
    const [signed] = (asn1js.fromBER(certificate.rawData).result as asn1js.Sequence).valueBlock.value;
    return (signed as asn1js.Sequence).valueBlock.value[at] as asn1js.BaseBlock;
  };
  return sequence(
    sequence(oid('1.3.14.3.2.26'), new asn1js.Null()),
    new asn1js.OctetString({ valueHex: sha1(Buffer.from(partOf(issuer, 5).toBER())) }),
    new asn1js.OctetString({ valueHex: sha1(publicKeyBits(issuer)) }),
    partOf(leaf, 1),
  );
}

function certificateStatus(status: 'good' | 'revoked' | 'unknown', at: asn1js.GeneralizedTime): asn1js.BaseBlock {
  if (status === 'revoked') return context(1, [at]);
  return new asn1js.Primitive({ idBlock: { tagClass: 3, tagNumber: status === 'good' ? 0 : 2 } });
}

/** The BIT STRING of SubjectPublicKeyInfo. */
function publicKeyBits(issued: Issued): Uint8Array {
  const info = asn1js.fromBER(issued.certificate.publicKey.rawData).result as asn1js.Sequence;
  const bits = info.valueBlock.value[1] as asn1js.BitString;
  return bits.valueBlock.valueHexView;
}

function sequence(...value: asn1js.BaseBlock[]): asn1js.Sequence {
  return new asn1js.Sequence({ value: value });
}
function context(tagNumber: number, value: asn1js.BaseBlock[]): asn1js.Constructed {
  return new asn1js.Constructed({ idBlock: { tagClass: 3, tagNumber }, value: value });
}
function oid(value: string): asn1js.ObjectIdentifier {
  return new asn1js.ObjectIdentifier({ value });
}
function sha1(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash('sha1').update(bytes).digest());
}
