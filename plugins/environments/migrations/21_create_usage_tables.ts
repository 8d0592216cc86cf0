import { Schema } from '@crossdock/kernel/database'

/**
 * What was used of each environment on each day (UTC), and which alerts were told. Both go with their environment. Days of a
 * tenant are read by (tenant_id, date), those of one environment by the unique index.
 */
export default class extends Schema {
  override async up() {
    const references = { environment_id: 'tenant_environments' }
    const counts = [
      ...['api_calls', 'successful_calls', 'error_calls', 'response_microseconds', 'storage_used'],
      ...['files_uploaded', 'files_downloaded', 'workflow_executions'],
      ...['webhook_triggers', 'sync_operations'],
    ]
    this.createTenantTable(
      'environment_usage',
      (table) => {
        table.string('environment_id', 36).notNullable()
        table.string('date', 10).notNullable()
        for (const name of counts) table.bigInteger(name).notNullable().defaultTo(0)
        // Of meters that plugins declare, by their names.
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
        // The month it was told in.
        table.string('period', 7).notNullable()
        table.unique(['environment_id', 'meter', 'threshold', 'period'])
        table.index(['tenant_id'])
      },
      { references }
    )
  }

  override async down() {
    this.schema.dropTable('environment_alerts')
    this.schema.dropTable('environment_usage')
  }
}
