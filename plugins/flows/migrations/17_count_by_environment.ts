import { Schema } from '@crossdock/kernel/database'

const runs = 'flow_execution_history'
const workflows = 'integration_workflows'
const environment = 'environment_id'

/** The figures of each environment, or as they were of the tenant. */
const countersOf = (apart: boolean) => {
  const by = apart ? { by: environment } : {}
  const ended = {
    when: { status: ['completed', 'failed', 'cancelled'] },
    by: apart ? [environment, 'status'] : 'status',
  }
  return {
    [runs]: [
      { counter: 'flows.runs', hour: 'created_at', ...by },
      // What became of those that were started in an hour, and how long they took.
      { counter: 'flows.outcomes', ...ended, hour: 'created_at', sum: 'duration' },
      { counter: 'flows.ended', ...ended, hour: 'completed_at' },
    ],
    [workflows]: [
      { counter: 'flows.workflows', ...by },
      { counter: 'flows.workflows_active', when: { is_active: true }, ...by },
    ],
  }
}

/** What the statistics tell: queries/statistics.ts and queries/run_hours.ts. */
export default class extends Schema {
  override async up() {
    this.#count(true)
  }

  override async down() {
    this.#count(false)
  }

  #count(apart: boolean): void {
    for (const [table, [first, ...others]] of Object.entries(countersOf(apart))) {
      const names = others.map(({ counter }) => counter)
      this.notCounted(table, first!.counter, ...names)
      this.counted(table, first!, ...others)
    }
  }
}
