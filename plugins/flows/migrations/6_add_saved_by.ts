import { Schema } from '@crossdock/kernel/database'

const tables = ['integration_workflows', 'flow_execution_history'] as const

/** Who saved a workflow last, as the log tells; pausing one is not saving it. */
const saverOf = (table: string, workflowId: string) => `(
  select events.user_id from middleware_events events
  where events.target_id = ${table}.${workflowId} and events.tenant_id = ${table}.tenant_id
    and (events.event_type = 'workflow_created' or (events.event_type = 'workflow_updated'
      and coalesce(events.payload ->> 'change', '') <> 'Paused'))
  order by events.seq desc limit 1)`

/**
 * For whom workflows and runs act. No reference: who is gone may do nothing. What is there already
 * gets whoever saved it last, and null where the log does not tell; of runs, those that may go on.
 */
export default class extends Schema {
  override async up() {
    for (const name of tables) {
      this.schema.alterTable(name, (table) => {
        table.string('saved_by', 36).nullable()
      })
    }
    this.changeRows(
      [...tables, 'middleware_events'],
      `update integration_workflows set saved_by = ${saverOf('integration_workflows', 'id')}`,
      `update flow_execution_history set saved_by = ${saverOf('flow_execution_history', 'flow_id')}
       where status in ('started', 'running', 'failed')`
    )
  }

  override async down() {
    for (const name of tables) {
      // In place: Knex would make the table anew on SQLite, without the triggers that later versions gave it.
      this.schema.raw(`alter table ${name} drop column saved_by`)
    }
  }
}
