import { name as nameCodec } from './codec.ts';

/** RFC 9460 §14.3.2 */
const KEYS: Readonly<Record<string, number>> = {
  mandatory: 0,
  alpn: 1,
  'no-default-alpn': 2,
  port: 3,
  ipv4hint: 4,
  ech: 5,
  ipv6hint: 6,
};

/** RDATA of an SVCB or HTTPS record (RFC 9460 §2.2) from `priority target key=value …`. */
export function svcbRdata(priority: number, target: string, params: readonly string[]): Buffer {
  const head = Buffer.alloc(2);
  head.writeUInt16BE(priority);
  const pairs = params
    .map((param) => {
      const [key = '', value = ''] = param.split(/=(.*)/s);
      return { key: keyNumber(key), value: paramValue(key, value) };
    })
    .sort((a, b) => a.key - b.key);
  const encoded = pairs.flatMap(({ key, value }) => {
    const header = Buffer.alloc(4);
    header.writeUInt16BE(key, 0);
    header.writeUInt16BE(value.length, 2);
    return [header, value];
  });
  return Buffer.concat([head, nameCodec.encode(target), ...encoded]);
}

function keyNumber(key: string): number {
  const number = KEYS[key] ?? Number(/^key(\d+)$/.exec(key)?.[1] ?? Number.NaN);
  if (Number.isNaN(number)) throw new Error(`unknown SvcParamKey ${key}`);
  return number;
}

function paramValue(key: string, value: string): Buffer {
  const list = value.replaceAll('"', '').split(',');
  switch (key) {
    case 'alpn':
      return Buffer.concat(list.flatMap((id) => [Buffer.from([id.length]), Buffer.from(id, 'latin1')]));
    case 'no-default-alpn':
      return Buffer.alloc(0);
    case 'port': {
      const port = Buffer.alloc(2);
      port.writeUInt16BE(Number(value));
      return port;
    }
    case 'mandatory': {
      const keys = Buffer.alloc(list.length * 2);
      list.map(keyNumber).forEach((number, index) => keys.writeUInt16BE(number, index * 2));
      return keys;
    }
    case 'ipv4hint':
      return Buffer.from(list.flatMap((address) => address.split('.').map(Number)));
    case 'ipv6hint':
      return Buffer.concat(list.map(ipv6Bytes));
    case 'ech':
      return Buffer.from(value, 'base64');
    default:
      return Buffer.from(value, 'latin1');
  }
}

function ipv6Bytes(address: string): Buffer {
  const [head = '', tail] = address.split('::');
  const left = head.split(':').filter(Boolean);
  const right = (tail ?? '').split(':').filter(Boolean);
  const groups = [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right];
  const bytes = Buffer.alloc(16);
  groups.forEach((group, index) => bytes.writeUInt16BE(Number.parseInt(group, 16), index * 2));
  return bytes;
}
