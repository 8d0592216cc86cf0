import { insertMissing, tenantTable } from '@crossdock/kernel/tenancy'
import type { Workflow } from '../models/workflow.js'
import { WorkflowUse } from '../models/workflow_use.js'

const quotedId = /"([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"/gi
/** Maximum number of rows of one statement in either database. */
const atOnce = 500

/**
 * Stores which objects the trigger and the steps of a workflow reference, in the transaction that saves them.
 * Every text that is an id counts, because only the step type knows the meaning of a config. Existing rows are not
 * written again, because a config may have thousands of ids.
 */
export async function keepUses({ id: workflowId, triggerConfig, steps }: Workflow): Promise<void> {
  const matches = JSON.stringify([triggerConfig, steps]).matchAll(quotedId)
  const named = new Set([...matches].map(([, id]) => id!.toLowerCase()))
  const own = () =>
    tenantTable<{ used_id: string }>(WorkflowUse.table).where('workflow_id', workflowId)
  const noted = new Set((await own().select('used_id')).map(({ used_id }) => used_id))
  for (const ids of portions(without(noted, named))) await own().whereIn('used_id', ids).delete()
  for (const ids of portions(without(named, noted))) {
    const rows = ids.map((used_id) => ({ workflow_id: workflowId, used_id }))
    await insertMissing(WorkflowUse.table, rows)
  }
}

const without = (all: ReadonlySet<string>, others: ReadonlySet<string>) =>
  [...all].filter((id) => !others.has(id))

function* portions(all: readonly string[]): Generator<string[]> {
  for (let at = 0; at < all.length; at += atOnce) yield all.slice(at, at + atOnce)
}
