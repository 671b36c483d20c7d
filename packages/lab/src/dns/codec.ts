import * as dnsPacket from 'dns-packet';

/** Part of dns-packet that its type package leaves out: a domain name in wire form. */
export const name = (dnsPacket as unknown as { name: { encode(text: string): Buffer } }).name;
