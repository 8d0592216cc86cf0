import { Schema } from '@crossdock/kernel/database'

export default class extends Schema {
  async up() {
    this.createTenantTable('external_systems', (table) => {
      table.string('name', 255).notNullable()
      table.text('description').nullable()
      table.string('system_type', 50).notNullable()
      table.text('base_url').nullable()
      table.string('auth_type', 20).notNullable()
      // Sealed by kernel/secrets; never JSON in the clear.
      table.text('auth_config').nullable()
      this.json(table, 'capabilities').notNullable()
      table.boolean('is_active').notNullable().defaultTo(true)
      this.instant(table, 'updated_at').notNullable()
      table.index(['tenant_id', 'name', 'id'])
      table.index(['tenant_id', 'system_type', 'id'])
      table.index(['tenant_id', 'created_at', 'id'])
      table.index(['tenant_id', 'updated_at', 'id'])
    })
  }

  async down() {
    this.schema.dropTable('external_systems')
  }
}
