/**
 * A separate scanning process, for servers that may crash one. Reads `{policy, urls}` from the arguments, takes TLS
 * evidence and one page of each, and prints a line of JSON for each as it goes.
 */
import { createEgress } from '../src/gather/net/create-egress.ts';
import { gatherTls } from '../src/gather/tls.ts';
import { parseTarget } from '../src/parse-target.ts';

interface Order {
  policy: Parameters<typeof createEgress>[0];
  urls: string[];
}

const { policy, urls } = JSON.parse(process.argv[2] ?? '') as Order;
for (const url of urls) {
  const egress = createEgress(policy);
  const signal = AbortSignal.timeout(15_000);
  const tls = await gatherTls({ target: parseTarget(url, policy), egress, signal });
  const page = await egress.request({ url: new URL(url), signal }).then(
    ({ status }) => status,
    (error: unknown) => String(error),
  );
  egress.close();
  console.log(JSON.stringify({ url, tls, page }));
}
