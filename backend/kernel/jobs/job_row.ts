import { parseObject } from '../json/index.js'
import { newContext, type Actor, type Context } from '../ground/context.js'

/** A claimed job as stored. */
export interface JobRow {
  id: string
  tenant_id: string | null
  lane: string
  name: string
  payload: string
  priority: number
  run_at: string
  token: number
  attempts: number
  losses: number
  actor: string
  environment_id: string | null
  cause_id: string | null
  root_id: string | null
  gate: string | null
  limit_of_name: number | null
}

export const claimedColumns =
  'id, tenant_id, lane, name, payload, priority, run_at, token, attempts, losses, actor, environment_id, cause_id, root_id, gate, limit_of_name'

/** Condition of a valid claim: each claim has its own token, and a returned job is no longer running. */
export const isHeld = `id = ? and token = ? and state = 'running'`

/** The parameters of `isHeld`. */
export const claimOf = ({ id, token }: JobRow): [string, number] => [id, token]

/** Whether this version can read the row: a newer one may write other content. */
export function isReadable({ payload, actor }: JobRow): boolean {
  return parseObject(payload) !== undefined && parseObject(actor) !== undefined
}

/** The context of a job: its tenant, with the actor, cause and environment that added it. */
export function contextOf(row: JobRow): Context {
  return newContext({
    tenantId: row.tenant_id,
    operator: row.tenant_id === null,
    environmentId: row.environment_id,
    actor: parseObject(row.actor) as unknown as Actor,
    requestId: row.id,
    doing: { job: row.name, jobId: row.id },
    causeId: row.cause_id,
    rootId: row.root_id,
  })
}
