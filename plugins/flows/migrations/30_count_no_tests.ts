import { Schema } from '@crossdock/kernel/database'

const runs = 'flow_execution_history'
const environment = 'environment_id'
const names = ['flows.runs', 'flows.outcomes', 'flows.ended'] as const

/** What the statistics tell of runs, with tests of drafts or without: queries/statistics.ts and queries/run_hours.ts. */
export default class extends Schema {
  override async up() {
    this.#count({ trigger_type: { not: 'test' } })
  }

  override async down() {
    this.#count({})
  }

  #count(real: Record<string, { not: string }>): void {
    const ended = {
      when: { ...real, status: ['completed', 'failed', 'cancelled'] },
      by: [environment, 'status'],
    }
    this.notCounted(runs, ...names)
    this.counted(
      runs,
      { counter: 'flows.runs', when: real, hour: 'created_at', by: environment },
      // What became of those that were started in an hour, and how long they took.
      { counter: 'flows.outcomes', ...ended, hour: 'created_at', sum: 'duration' },
      { counter: 'flows.ended', ...ended, hour: 'completed_at' }
    )
  }
}
