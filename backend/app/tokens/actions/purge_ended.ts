import type { RunningJob } from '@crossdock/kernel/jobs'
import { deleteEnded, stampRevoked } from '../queries/ended_tokens.js'

/** Deletes tokens 90 days after they were revoked or expired. Runs in operator scope. */
export async function purgeEnded(job: RunningJob): Promise<void> {
  await job.commit(stampRevoked)
  // Parents become childless only as their children go, so it goes on until nothing is left.
  while ((await job.commit(deleteEnded)) > 0) job.signal.throwIfAborted()
}
