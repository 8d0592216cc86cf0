import { Schema } from '@crossdock/kernel/database'

export default class extends Schema {
  async up() {
    this.createTenantTable('api_endpoints', (table) => {
      const system = table.string('system_id', 36).notNullable()
      system.references('id').inTable('external_systems').onDelete('CASCADE')
      table.string('name', 255).notNullable()
      table.text('path').notNullable()
      table.string('method', 10).notNullable().defaultTo('POST')
      table.string('endpoint_type', 20).notNullable().defaultTo('outbound')
      this.json(table, 'triggers').notNullable()
      this.json(table, 'request_schema').notNullable()
      this.json(table, 'response_schema').notNullable()
      this.json(table, 'field_mapping').notNullable()
      table.boolean('is_active').notNullable().defaultTo(true)
      this.instant(table, 'updated_at').notNullable()
      table.index(['tenant_id', 'name', 'id'])
      table.index(['tenant_id', 'method', 'id'])
      table.index(['tenant_id', 'created_at', 'id'])
      table.index(['tenant_id', 'updated_at', 'id'])
      table.index(['system_id', 'name', 'id'])
    })
  }

  async down() {
    this.schema.dropTable('api_endpoints')
  }
}
