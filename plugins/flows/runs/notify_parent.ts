import { enqueue } from '@crossdock/kernel/jobs'
import { childEnded } from '../job_refs.js'
import type { Execution } from '../models/execution.js'

/** Notifies the waiting parent run that this run has ended, in the transaction that records the end. */
export async function notifyParent({ id, parentToken }: Execution): Promise<void> {
  if (parentToken) await enqueue(childEnded, { runId: id })
}
