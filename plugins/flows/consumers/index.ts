import type { Consumer } from '@crossdock/kernel/events'
import { enqueue } from '@crossdock/kernel/jobs'
import { inTurn, matchTriggers, matchWaits } from '../jobs/names.js'
import { EventWait } from '../models/event_wait.js'
import { waitableEvents } from '../queries/waitable_events.js'
import { alerts } from './alerts.js'
import { rollups } from './rollups.js'
import { drivingEvents, isDriven } from '../queries/driven_workflows.js'

/**
 * Hands events to the tenant's own lane of jobs, where its workflows are matched: however many
 * there are, the log goes on and other tenants have their turn.
 */
const triggers: Consumer = {
  name: 'flows.triggers',
  from: 'now',
  get on() {
    return drivingEvents()
  },
  async handle(events) {
    if (!(await isDriven(events.map(({ eventType }) => eventType)))) return
    await enqueue(matchTriggers, { eventIds: events.map(({ id }) => id) }, inTurn)
  },
}

/** As `triggers`, for the steps that wait for an event. */
const waits: Consumer = {
  name: 'flows.waits',
  from: 'now',
  get on() {
    return waitableEvents()
  },
  async handle(events) {
    const types = [...new Set(events.map(({ eventType }) => eventType))]
    if (!(await EventWait.query().whereIn('event_type', types).select('id').first())) return
    await enqueue(matchWaits, { eventIds: events.map(({ id }) => id) }, inTurn)
  },
}

export default [triggers, waits, rollups, alerts]
