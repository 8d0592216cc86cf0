import type { AssetEventPayload } from '@crossdock/backend/assets'
import { clock, newId } from '@crossdock/kernel/database'
import type { LoggedEvent } from '@crossdock/kernel/events'
import { enqueue } from '@crossdock/kernel/jobs'
import { tenantRows } from '@crossdock/kernel/tenancy'
import type { Gathering } from '../contracts/index.js'
import { closeBurst } from '../job_refs.js'
import { BurstFile, type FileHandle } from '../models/burst_file.js'
import { FileBurst } from '../models/file_burst.js'
import { lockStartable } from '../queries/candidate_workflows.js'
import { toTriggerEvent } from '../runs/trigger_event.js'
import { withoutContext } from '../without_context.js'
import type { Match } from '../queries/find_matches.js'
import { startBurst } from './start_burst.js'

export type GatheredMatch = Match & { gathering: Gathering }

export const isGathered = (match: Match): match is GatheredMatch => match.gathering !== undefined

/**
 * Adds events to the bursts of their workflows, in the caller's transaction, and starts the runs of full bursts.
 * The commit that marks an event as processed also stores its burst or run. Gathering, starting and saving all
 * lock the workflow first.
 */
export async function gather(matches: readonly GatheredMatch[]): Promise<void> {
  if (matches.length === 0) return
  const byWorkflow = Map.groupBy(matches, ({ workflowId }) => workflowId)
  for (const workflow of await lockStartable([...byWorkflow.keys()])) {
    let burst = await FileBurst.query().where('workflow_id', workflow.id).first()
    for (const match of byWorkflow.get(workflow.id)!) {
      burst = await addToBurst(match, burst ?? (await beginBurst(match)))
      if (burst.fileCount < match.gathering.maxFiles) continue
      await startBurst(await burst.save(), workflow)
      burst = null
    }
    await burst?.save()
  }
}

async function beginBurst({
  event,
  depth,
  gathering,
  workflowId,
}: GatheredMatch): Promise<FileBurst> {
  const burst = new FileBurst().fill({
    workflowId,
    eventCount: 0,
    fileCount: 0,
    dueAt: dueAt(clock.date(), gathering),
    event: toTriggerEvent(event),
    rootId: event.rootId,
    depth,
    userId: event.userId,
  })
  burst.id = newId()
  await burst.save()
  await wakeBurst(burst)
  return burst
}

/** Adds the job that starts the run when the burst is due. A burst needs only one job. */
export async function wakeBurst({ id, dueAt: at }: FileBurst): Promise<void> {
  await withoutContext(() => enqueue(closeBurst, { burstId: id }, { runAt: new Date(at) }))
}

async function addToBurst({ event, depth, gathering }: GatheredMatch, burst: FileBurst) {
  const isNew = await keepFile(burst.id, event)
  burst.merge({
    eventCount: burst.eventCount + 1,
    fileCount: burst.fileCount + (isNew ? 1 : 0),
    dueAt: dueAt(new Date(burst.createdAt), gathering),
    userId: burst.userId === event.userId ? event.userId : null,
  })
  if (depth < burst.depth) return burst
  return burst.merge({ event: toTriggerEvent(event), rootId: event.rootId, depth })
}

/**
 * Returns when the run of a burst starts.
 * @param since the time of the first event
 */
function dueAt(since: Date, { quietMs, maxMs }: Gathering): string {
  const last = since.getTime() + maxMs
  const quiet = quietMs === null ? last : clock.now() + quietMs
  return new Date(Math.min(last, quiet)).toISOString()
}

const files = tenantRows(BurstFile.table)

/**
 * Stores a file of a burst. For a known file, the newest event replaces the older one.
 * @returns whether the file is new to the burst
 */
async function keepFile(burstId: string, event: LoggedEvent): Promise<boolean> {
  const handle = handleOf(event)
  const where = { burst_id: burstId, asset_id: handle.assetId }
  const file = JSON.stringify(handle)
  if ((await files.update(where, { file })) > 0) return false
  await files.insert({ ...where, file })
  return true
}

function handleOf({ id, eventType, payload }: LoggedEvent): FileHandle {
  const asset = payload as AssetEventPayload
  const { assetId, type, name, mimeType, size, version, versionId } = asset
  const path = `/${[...asset.path, name].join('/')}`
  return { assetId, type, name, path, mimeType, size, version, versionId, eventType, eventId: id }
}
