import * as dnsPacket from 'dns-packet';

/** A part of dns-packet missing from its types: a domain name in wire format. */
export const name = (dnsPacket as unknown as { name: { encode(text: string): Buffer } }).name;
