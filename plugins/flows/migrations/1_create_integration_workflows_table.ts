import { Schema } from '@crossdock/kernel/database'

export default class extends Schema {
  override async up() {
    this.createTenantTable('integration_workflows', (table) => {
      table.string('name', 255).notNullable()
      table.text('description').nullable()
      table.string('trigger_type', 50).notNullable()
      this.json(table, 'trigger_config').notNullable()
      this.json(table, 'steps').notNullable()
      table.boolean('is_active').notNullable().defaultTo(true)
      this.instant(table, 'updated_at').notNullable()
      table.index(['tenant_id', 'name', 'id'])
      table.index(['tenant_id', 'created_at', 'id'])
      table.index(['tenant_id', 'updated_at', 'id'])
      table.index(['tenant_id', 'trigger_type', 'id'])
    })
  }

  override async down() {
    this.schema.dropTable('integration_workflows')
  }
}
