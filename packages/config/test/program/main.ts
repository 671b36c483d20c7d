import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { far } from './far.ts';

const thread = new Worker(new URL('thread.ts', import.meta.url));
const [from] = (await once(thread, 'message')) as [string];
console.log(JSON.stringify({ own: import.meta.url, sibling: new URL('thread.ts?', import.meta.url).href, from, far }));
