import type { Consumer } from '@crossdock/kernel/events'
import { enqueue } from '@crossdock/kernel/jobs'
import { inTurn, matchTriggers, matchWaits } from '../job_refs.js'
import { EventWait } from '../models/event_wait.js'
import { alerts } from './alerts.js'
import { rollups } from './rollups.js'
import { candidateIds, triggeringEvents } from '../queries/candidate_workflows.js'
import { mostAtOnce, startAtOnce } from '../actions/start_at_once.js'

/**
 * Starts runs directly if that is little work; otherwise a job in the tenant's queue starts them. So the consumer
 * stays fast, and tenants do not wait for each other.
 */
const triggers: Consumer = {
  name: 'flows.triggers',
  from: 'now',
  get on() {
    return triggeringEvents()
  },
  async handle(events) {
    const payload = { eventIds: events.map(({ id }) => id) }
    const types = [...new Set(events.map(({ eventType }) => eventType))]
    if (await EventWait.query().whereIn('event_type', types).select('id').first()) {
      await enqueue(matchWaits, payload, inTurn)
    }
    const candidates = await candidateIds(types, mostAtOnce + 1)
    if (candidates.length === 0 || (await startAtOnce(events, candidates))) return
    await enqueue(matchTriggers, payload, inTurn)
  },
}

export default [triggers, rollups, alerts]
