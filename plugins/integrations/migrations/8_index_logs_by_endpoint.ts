import { Schema } from '@crossdock/kernel/database'

/** For the log of one endpoint, newest first. */
export default class extends Schema {
  override async up() {
    this.schema.alterTable('integration_logs', (table) => {
      table.index(['tenant_id', 'endpoint_id', 'created_at'], 'integration_logs_of_endpoint')
    })
  }

  override async down() {
    this.schema.alterTable('integration_logs', (table) => {
      table.dropIndex([], 'integration_logs_of_endpoint')
    })
  }
}
