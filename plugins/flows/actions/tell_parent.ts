import { enqueue } from '@crossdock/kernel/jobs'
import { childEnded } from '../jobs/names.js'
import type { Execution } from '../models/execution.js'

/** Has the run that waits for this one told that it has ended, in the transaction that records its end. */
export async function tellParent({ id, parentToken }: Execution): Promise<void> {
  if (parentToken) await enqueue(childEnded, { runId: id })
}
