import { environments } from '@crossdock/environments/contracts'
import { startExecutions } from '../actions/start_execution.js'
import { BurstFile } from '../models/burst_file.js'
import type { FileBurst } from '../models/file_burst.js'
import type { StartableWorkflow } from '../queries/driven_workflows.js'

/**
 * Starts the run of a burst and deletes it, in the caller's transaction. It is about a file where there is only one; steps
 * read all of them as `input.data.files`, in the order in which they came. Where several people are behind the events, it
 * acts for nobody but whoever saved the workflow.
 */
export async function startBurst(burst: FileBurst, workflow: StartableWorkflow): Promise<void> {
  const rows = await BurstFile.query().where('burst_id', burst.id).orderBy('id')
  const files = rows.map(({ file }) => file)
  await burst.delete()
  if (!(await environments.use().isActive(workflow.environmentId))) return
  const { event, rootId, userId, depth, eventCount } = burst
  const start = {
    triggerType: workflow.triggerType,
    assetId: files.length === 1 ? files[0]!.assetId : null,
    data: { files, events: eventCount },
    ...{ userId, event, depth },
  }
  await startExecutions([{ workflow, start, origin: { causeId: event.id, rootId } }])
}
