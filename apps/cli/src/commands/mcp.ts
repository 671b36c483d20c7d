import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { mcpServer } from '../mcp/server.ts';
import { createReports } from '../mcp/reports.ts';
import { scannerHere } from '../scanning/scan-here.ts';
import { line } from '../terminal/shown.ts';
import { leaveWithReader, warn } from '../terminal/write.ts';

/** Serves the Model Context Protocol on standard input and output until the agent disconnects. */
export async function mcp(): Promise<void> {
  const { scanner, opened } = scannerHere({ credentials: undefined, save: undefined, browser: undefined });
  if (opened.length > 0) warn(line`SCAN_ALLOW_CIDRS opens ${opened.join(', ')} to this session`);
  leaveWithReader();
  const reports = createReports(scanner);
  serveStdio(() => mcpServer(reports), {
    // A schema's own message is many lines about each kind of message that this could have been.
    onerror: (error) => warn(line`${'issues' in error ? 'ignored a message that is not JSON-RPC 2.0' : error.message}`),
  });
  await new Promise<void>((resolve) => {
    process.stdin.once('end', resolve);
    process.stdin.once('close', resolve);
  });
}
