import { Schema } from '@crossdock/kernel/database'

export default class extends Schema {
  override async up() {
    this.createTenantTable('weather_places', (table) => {
      table.string('name', 255).notNullable()
      table.unique(['tenant_id', 'name'])
      table.index(['tenant_id', 'created_at', 'id'])
    })
  }

  override async down() {
    this.schema.dropTable('weather_places')
  }
}
