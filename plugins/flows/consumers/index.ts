import type { Consumer } from '@crossdock/kernel/events'
import { enqueue } from '@crossdock/kernel/jobs'
import { inTurn, matchTriggers, matchWaits } from '../job_refs.js'
import { EventWait } from '../models/event_wait.js'
import { alerts } from './alerts.js'
import { rollups } from './rollups.js'
import { drivenIds, drivingEvents } from '../queries/driven_workflows.js'
import { mostAtOnce, startAtOnce } from '../actions/start_at_once.js'

/**
 * Starts the runs of a few events directly, and leaves other events to the tenant's own job queue. So the
 * consumer is never slow, and tenants do not wait for each other, however many workflows there are.
 */
const triggers: Consumer = {
  name: 'flows.triggers',
  from: 'now',
  get on() {
    return drivingEvents()
  },
  async handle(events) {
    const payload = { eventIds: events.map(({ id }) => id) }
    const types = [...new Set(events.map(({ eventType }) => eventType))]
    if (await EventWait.query().whereIn('event_type', types).select('id').first()) {
      await enqueue(matchWaits, payload, inTurn)
    }
    const driven = await drivenIds(types, mostAtOnce + 1)
    if (driven.length === 0 || (await startAtOnce(events, driven))) return
    await enqueue(matchTriggers, payload, inTurn)
  },
}

export default [triggers, rollups, alerts]
