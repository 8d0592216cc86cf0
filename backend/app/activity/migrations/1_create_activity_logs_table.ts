import { Schema } from '@crossdock/kernel/database'

/** The feed people read, projected from the event log; an entry bears its event's id. */
export default class extends Schema {
  async up() {
    this.createTenantTable(
      'activity_logs',
      (table) => {
        table.string('user_id', 36).nullable()
        table.text('action').notNullable()
        table.string('entity_type', 50).nullable()
        table.string('entity_id', 64).nullable()
        this.json(table, 'metadata').notNullable()
        table.index(['tenant_id', 'created_at', 'id'])
        table.index(['tenant_id', 'user_id', 'created_at', 'id'])
        table.index(['tenant_id', 'entity_id', 'created_at', 'id'])
        // The super administrator reads all tenants' entries together.
        table.index(['created_at', 'id'])
      },
      { nullable: true }
    )
  }

  async down() {
    this.schema.dropTable('activity_logs')
  }
}
