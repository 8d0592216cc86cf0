import { mostCounted, type Belongings } from '@crossdock/backend/users'
import { recordEvent } from '@crossdock/kernel/events'
import { text } from '@crossdock/kernel/ground'
import { withContext } from '@crossdock/kernel/tenancy'
import { workflowHandedOver } from '../event_types.js'
import { Workflow } from '../models/workflow.js'

/**
 * Workflows that a person saved. They run with that person's permissions, and a removed person has none, so another
 * person takes them over. The new permissions apply from the next run on. Current runs and stored versions still
 * name the old person.
 */
export const savedWorkflows: Belongings = {
  tell(count) {
    if (count === 1) return text('1 workflow that runs with their rights')
    if (count <= mostCounted) return text('{count} workflows that run with their rights', { count })
    return text('More than {count} workflows that run with their rights', { count: mostCounted })
  },
  count: (userId) =>
    acrossEnvironments(async () => {
      const query = Workflow.query().where('saved_by', userId).select('id')
      return (await query.limit(mostCounted + 1)).length
    }),
  handOver: (from, to, most) => acrossEnvironments(() => handOver(from, to, most)),
}

/** Runs `work` once for all environments, because a person leaves the whole organization. */
const acrossEnvironments = <T>(work: () => Promise<T>) => withContext({ environmentId: null }, work)

async function handOver(from: string, to: string, most: number): Promise<number> {
  const query = Workflow.query().where('saved_by', from).orderBy('id').limit(most)
  const workflows = await query.select('id', 'name').forUpdate()
  if (workflows.length === 0) return 0
  const ids = workflows.map(({ id }) => id)
  await Workflow.query().whereIn('id', ids).update({ saved_by: to })
  for (const { id, name } of workflows) {
    await recordEvent(workflowHandedOver, { target: { type: 'workflow', id }, payload: { name } })
  }
  return workflows.length
}
