import { Schema } from '@crossdock/kernel/database'

/** Identity providers of tenants. Their client secrets are sealed. */
export default class extends Schema {
  override async up() {
    this.createTenantTable('oauth_configs', (table) => {
      table.string('name', 100).notNullable()
      table.string('provider', 20).notNullable()
      table.string('issuer', 500).notNullable()
      table.string('client_id', 255).notNullable()
      table.text('client_secret').nullable()
      // The directory of a provider that serves many.
      table.string('tenant_id_oauth', 100).nullable()
      this.json(table, 'settings').notNullable()
      table.boolean('is_active').notNullable().defaultTo(false)
      this.instant(table, 'tested_at').nullable()
      this.instant(table, 'updated_at').notNullable()
      table.index(['tenant_id', 'name', 'id'])
      table.index(['tenant_id', 'created_at', 'id'])
    })
  }

  override async down() {
    this.schema.dropTable('oauth_configs')
  }
}
