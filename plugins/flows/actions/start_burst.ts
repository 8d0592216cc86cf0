import { environments } from '@crossdock/environments/contracts'
import { startExecutions } from './start_execution.js'
import { BurstFile } from '../models/burst_file.js'
import type { FileBurst } from '../models/file_burst.js'
import type { StartableWorkflow } from '../queries/candidate_workflows.js'

/**
 * Starts the run of a burst and deletes the burst, in the caller's transaction. The run is about a file only if
 * there is exactly one file. Steps read all files as `input.data.files`, in order of arrival. If several people
 * caused the events, the run acts only for the person who saved the workflow.
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
    userId,
    event,
    depth,
  }
  await startExecutions([{ workflow, start, origin: { causeId: event.id, rootId } }])
}
