import { Schema } from '@crossdock/kernel/database'

/** Rows go with their tenant, with their system, or by the operator's hand. */
export default class extends Schema {
  async up() {
    this.createTenantTable(
      'egress_allowances',
      (table) => {
        // null: every system of the tenant.
        table.string('system_id', 36).nullable()
        table.string('network', 50).notNullable()
        table.integer('port').nullable()
        table.string('note', 500).nullable()
        table.string('granted_by', 36).nullable()
        // What a call asks for, and the operator's list of one tenant.
        table.index(['tenant_id', 'created_at', 'id'])
        // The operator's list of all of them, and of one system.
        table.index(['created_at', 'id'])
        table.index(['tenant_id', 'system_id'])
      },
      { references: { system_id: 'external_systems' } }
    )
  }

  async down() {
    this.schema.dropTable('egress_allowances')
  }
}
