import { afterCommit, transaction, unscoped } from '../database/database.js'
import { newId } from '../database/rows/ids.js'
import { insertRows, rawRow } from '../database/rows/insert_rows.js'
import { Moment, msFromNow } from '../database/rows/present.js'
import { currentContext, type Context } from '../ground/context.js'
import { asOperator } from '../tenancy/switch.js'
import type { Enqueue, EnqueueAll, EnqueueOptions, LimitKey, NewJob } from './contract.js'
import { announce } from './announce.js'
import { laneOf } from './lane.js'
import { isLimited, limitsOf } from './limits.js'
import type { AnyJobRef } from './reference.js'
import { insertTaken, takerOf } from './job_offers.js'

type Row = ReturnType<typeof rowOf>
type Options = EnqueueOptions & Partial<LimitKey>

export const enqueue: Enqueue = async (job: AnyJobRef, payload: object, options: Options = {}) => {
  const row = rowOf(job, payload, options, currentContext())
  if (!options.uniqueKey) await visibly(() => insertJobs([row]))
  else if (await visibly(() => insertIfUnique(row))) announceAdded([row])
  else return null
  return row.id
}

export const enqueueAll: EnqueueAll = async (
  job: AnyJobRef,
  jobs: readonly (NewJob<object> & Partial<LimitKey>)[]
) => {
  const context = currentContext()
  const rows = jobs.map(({ payload, origin, ...options }) =>
    rowOf(job, payload, options, { ...context, ...origin })
  )
  // All or none, including jobs that begin immediately.
  await visibly(() => transaction(() => insertJobs(rows)))
  return rows.map(({ id }) => id)
}

/** The first job begins immediately if a worker of this process is free. */
async function insertJobs(rows: Row[]): Promise<void> {
  const [first] = rows
  const taker = first?.state === 'waiting' ? takerOf(first) : undefined
  if (first && taker) await insertTaken(first, taker)
  const others = taker ? rows.slice(1) : rows
  await insertRows('jobs', others)
  announceAdded(others)
}

async function insertIfUnique(row: Row): Promise<boolean> {
  const query = unscoped().insertQuery().table('jobs').knexQuery.insert(rawRow(row))
  const inserted: unknown[] = await query.onConflict().ignore().returning('id')
  return inserted.length > 0
}

function rowOf(
  job: AnyJobRef,
  payload: object,
  options: Options,
  { tenantId, environmentId, actor, causeId, rootId }: Context
) {
  const dueInMs = options.runAt ? Math.max(0, msFromNow(options.runAt)) : 0
  const limits = limitsOf(job, tenantId, options.limitKey)
  // Limits are counted by a worker, so that adding a job holds no lock until its transaction ends.
  const counted = isLimited({ ...limits, name: job.name, tenant_id: tenantId })
  return {
    id: newId(),
    tenant_id: tenantId,
    lane: laneOf(tenantId, options.target),
    name: job.name,
    payload: JSON.stringify(payload),
    state: counted || dueInMs > 0 ? 'scheduled' : 'waiting',
    priority: options.priority ?? 5,
    run_at: new Moment(dueInMs),
    scheduled_at: new Moment(),
    ...limits,
    unique_key: options.uniqueKey ?? null,
    actor: JSON.stringify(actor),
    environment_id: environmentId,
    cause_id: causeId,
    root_id: rootId,
    created_at: new Moment(),
  }
}

/** A job without a tenant belongs to the operator, whatever context adds it. */
function visibly<T>(insert: () => Promise<T>): Promise<T> {
  const { tenantId, operator } = currentContext()
  return tenantId || operator ? insert() : asOperator('a job of no tenant', insert)
}

function announceAdded(rows: Row[]): void {
  const waits = rows.map(({ state, run_at }) =>
    state === 'scheduled' ? run_at.shiftMs : undefined
  )
  for (const dueInMs of new Set(waits)) afterCommit(() => announce({ kind: 'work', dueInMs }))
}
