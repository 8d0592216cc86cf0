import { Schema } from '@crossdock/kernel/database'

const logs = 'integration_logs'

/**
 * The log of calls. It has no foreign keys to systems, endpoints, workflows and files, because it outlives them. Rows
 * are deleted by the retention of logs, and with their environment or tenant.
 */
export default class extends Schema {
  override async up() {
    this.createTenantTable(
      logs,
      (table) => {
        table.string('environment_id', 36).notNullable()
        table.string('workflow_id', 36).nullable()
        table.string('system_id', 36).nullable()
        table.string('endpoint_id', 36).nullable()
        table.string('asset_id', 36).nullable()
        table.string('execution_id', 36).notNullable()
        table.string('step_id', 100).nullable()
        // Steps in a branch that runs once per item share their id.
        table.string('step_path', 1_500).nullable()
        table.integer('attempt').nullable()
        table.string('status', 20).notNullable()
        table.integer('status_code').nullable()
        this.json(table, 'request_data').nullable()
        this.json(table, 'response_data').nullable()
        // Long bodies, masked, as contents of the store (`contentNames`).
        table.string('request_content_id', 64).nullable()
        table.string('response_content_id', 64).nullable()
        // The masked parameters, with which the call can be repeated, and the call that this one repeats.
        this.json(table, 'input_data').nullable()
        table.string('replay_of', 36).nullable()
        table.text('error_message').nullable()
        // The fault of the system itself; null: none, or the call was wrong.
        table.string('fault', 20).nullable()
        table.integer('duration').nullable()
        // The id orders calls of the same moment. Without it in the index, SQLite reads the log of the whole
        // tenant.
        for (const columns of lists) {
          const name = `${logs}_of_environment_by_${columns[0]}`
          table.index(['tenant_id', 'environment_id', ...columns, 'id'], name)
        }
      },
      { references: { environment_id: 'tenant_environments' } }
    )
    // Covers only the few rows that refer to contents of the store.
    for (const body of ['request', 'response']) {
      const column = `${body}_content_id`
      this.schema.raw(
        `create index ${logs}_${body}_content on ${logs} (tenant_id, ${column}) where ${column} is not null`
      )
    }
    this.searchable(logs, ['execution_id'])
  }
}

/** Every list belongs to one environment: its filter and order. */
const lists = [
  ['created_at'],
  ['duration'],
  ['status', 'created_at'],
  ['workflow_id', 'created_at'],
  ['system_id', 'created_at'],
  ['endpoint_id', 'created_at'],
  ['asset_id', 'created_at'],
  ['execution_id', 'created_at'],
]
