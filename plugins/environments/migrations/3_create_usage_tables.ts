import { Schema } from '@crossdock/kernel/database'

/** The usage of each environment by day (UTC), and the sent alerts. Rows are deleted with their environment. */
export default class extends Schema {
  override async up() {
    const references = { environment_id: 'tenant_environments' }
    // Lists read the days of a tenant by (tenant_id, date), and those of one environment by the unique index.
    this.createTenantTable(
      'environment_usage',
      (table) => {
        table.string('environment_id', 36).notNullable()
        table.string('date', 10).notNullable()
        for (const name of counts) table.bigInteger(name).notNullable().defaultTo(0)
        // The usage of meters that plugins declare, by the name of the meter.
        this.json(table, 'meters').notNullable().defaultTo('{}')
        table.unique(['environment_id', 'date'])
        table.index(['tenant_id', 'date', 'environment_id'])
      },
      { references }
    )
    this.createTenantTable(
      'environment_alerts',
      (table) => {
        table.string('environment_id', 36).notNullable()
        table.string('meter', 100).notNullable()
        table.integer('threshold').notNullable()
        // The month of the alert.
        table.string('period', 7).notNullable()
        table.unique(['environment_id', 'meter', 'threshold', 'period'])
        table.index(['tenant_id'])
      },
      { references }
    )
  }
}

const counts = [
  'api_calls',
  'successful_calls',
  'error_calls',
  'response_microseconds',
  'storage_used',
  'files_uploaded',
  'files_downloaded',
  'workflow_executions',
  'webhook_triggers',
  'sync_operations',
]
