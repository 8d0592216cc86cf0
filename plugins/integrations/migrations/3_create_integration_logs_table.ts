import { Schema } from '@crossdock/kernel/database'

/** No foreign keys to what a call was about: the log outlives systems, endpoints, workflows and files. */
export default class extends Schema {
  async up() {
    this.createTenantTable('integration_logs', (table) => {
      table.string('workflow_id', 36).nullable()
      table.string('system_id', 36).nullable()
      table.string('endpoint_id', 36).nullable()
      table.string('asset_id', 36).nullable()
      table.string('execution_id', 36).notNullable()
      table.string('step_id', 100).nullable()
      table.string('status', 20).notNullable()
      table.integer('status_code').nullable()
      this.json(table, 'request_data').nullable()
      this.json(table, 'response_data').nullable()
      table.text('error_message').nullable()
      table.integer('duration').nullable()
      table.index(['tenant_id', 'created_at', 'id'])
      table.index(['tenant_id', 'status', 'created_at', 'id'])
      table.index(['tenant_id', 'duration', 'id'])
      table.index(['tenant_id', 'workflow_id', 'created_at'])
      table.index(['tenant_id', 'system_id', 'created_at'])
      table.index(['execution_id', 'step_id'])
    })
  }

  async down() {
    this.schema.dropTable('integration_logs')
  }
}
