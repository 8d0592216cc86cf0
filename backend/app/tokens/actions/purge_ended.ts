import type { RunningJob } from '@crossdock/kernel/jobs'
import { deleteEnded, stampRevoked } from '../queries/ended_tokens.js'

/** Deletes tokens 90 days after they were revoked or expired. Runs in operator scope. */
export async function purgeEnded(job: RunningJob): Promise<void> {
  await job.commit(stampRevoked)
  // Deleting children makes their parents deletable, so repeat until nothing is deleted.
  while ((await job.commit(deleteEnded)) > 0) job.signal.throwIfAborted()
}
