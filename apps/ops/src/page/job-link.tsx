/** Link to the job browser: the job's data, log and error. */
export function JobLink({ queue, jobId }: { queue: string; jobId: string }) {
  return (
    <a href={`/ops/queues/queue/${encodeURIComponent(queue)}/${encodeURIComponent(jobId)}`}>{jobId.slice(0, 8)}</a>
  );
}
