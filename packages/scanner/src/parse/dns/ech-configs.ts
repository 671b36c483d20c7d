import { ByteReader, MalformedTls } from '../tls/tls-bytes.ts';

/** The version of RFC 9849. */
const CURRENT = 0xfe0d;

/** Whether these bytes are an ECHConfigList (RFC 9849 §4). What configurations of other versions contain is not read. */
export function isEchConfigList(bytes: Uint8Array): boolean {
  try {
    const list = new ByteReader(wholeVector(bytes));
    if (list.left === 0) return false;
    while (list.left > 0) {
      const version = list.uint(2);
      const contents = list.vector(2);
      if (version === CURRENT && !isConfig(new ByteReader(contents))) return false;
    }
    return true;
  } catch (error) {
    if (error instanceof MalformedTls) return false;
    throw error;
  }
}

/** Number and KEM, public key, cipher suites of four octets, longest name, public name, extensions. */
function isConfig(config: ByteReader): boolean {
  config.take(3);
  const [key, suites] = [config.vector(2), config.vector(2)];
  config.take(1);
  const [name, extensions] = [config.vector(1), new ByteReader(config.vector(2))];
  while (extensions.left > 0) {
    extensions.take(2);
    extensions.vector(2);
  }
  return [key, suites, name].every(({ length }) => length > 0) && suites.length % 4 === 0 && config.left === 0;
}

function wholeVector(bytes: Uint8Array): Uint8Array {
  const reader = new ByteReader(bytes);
  const content = reader.vector(2);
  if (reader.left > 0) throw new MalformedTls(`${reader.left} bytes after the end`);
  return content;
}
