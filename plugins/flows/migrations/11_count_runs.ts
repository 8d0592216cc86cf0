import { Schema } from '@crossdock/kernel/database'

const runs = 'flow_execution_history'
const workflows = 'integration_workflows'
const ended = { when: { status: ['completed', 'failed', 'cancelled'] }, by: 'status' }

/** What the statistics tell: queries/statistics.ts and queries/run_hours.ts. */
export default class extends Schema {
  override async up() {
    this.counted(
      runs,
      { counter: 'flows.runs', hour: 'created_at' },
      // What became of those that were started in an hour, and how long they took.
      { counter: 'flows.outcomes', ...ended, hour: 'created_at', sum: 'duration' },
      { counter: 'flows.ended', ...ended, hour: 'completed_at' }
    )
    this.counted(
      workflows,
      { counter: 'flows.workflows' },
      { counter: 'flows.workflows_active', when: { is_active: true } }
    )
  }

  override async down() {
    this.notCounted(runs, 'flows.runs', 'flows.outcomes', 'flows.ended')
    this.notCounted(workflows, 'flows.workflows', 'flows.workflows_active')
  }
}
