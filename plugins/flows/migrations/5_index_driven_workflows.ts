import { Schema } from '@crossdock/kernel/database'

/** For asking, at every event, whether it may set anything off. */
export default class extends Schema {
  override async up() {
    this.schema.alterTable('integration_workflows', (table) => {
      table.index(['tenant_id', 'is_active', 'trigger_type', 'id'], 'integration_workflows_driven')
    })
  }

  override async down() {
    this.schema.alterTable('integration_workflows', (table) => {
      table.dropIndex([], 'integration_workflows_driven')
    })
  }
}
