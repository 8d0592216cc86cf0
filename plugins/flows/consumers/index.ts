import type { Consumer } from '@crossdock/kernel/events'
import { enqueue } from '@crossdock/kernel/jobs'
import { inTurn, matchTriggers } from '../jobs/names.js'
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

export default [triggers]
