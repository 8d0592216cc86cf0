import type { WorkflowSchedule } from '@crossdock/client'
import type { Factory } from '../../factory.js'
import { findRecord } from '../../records/find.js'
import { workflowKind } from './kind.js'

/** Shows the schedule of a workflow and its next five times. */
export async function showSchedule(factory: Factory, nameOrId: string): Promise<void> {
  const api = await factory.api()
  const { id, name } = await findRecord(api, workflowKind, nameOrId)
  const found = await api.get<WorkflowSchedule>(`${workflowKind.path}/${id}/schedule`)
  if (factory.flags.json) return factory.printJson(found)
  const { schedule, timeZone, times } = found
  if (!schedule) return factory.say(`${name} has no schedule.`)
  factory.say(`${name} runs at "${schedule}" in ${timeZone}.`)
  if (times.length === 0) return factory.say('It is paused and has no next times.')
  for (const time of times) factory.say(`  ${time}`)
}
