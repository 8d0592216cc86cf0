import { Schema } from '@crossdock/kernel/database'

/** API tokens; `token` is kept as a hash only, `prefix` tells them apart. */
export default class extends Schema {
  async up() {
    this.createTenantTable(
      'api_tokens',
      (table) => {
        table
          .string('user_id', 36)
          .notNullable()
          .references('id')
          .inTable('users')
          .onDelete('CASCADE')
        table.string('name', 100).notNullable()
        table.string('token', 64).notNullable().unique()
        table.string('prefix', 12).notNullable()
        this.json(table, 'scopes').notNullable()
        this.instant(table, 'expires_at').nullable()
        this.instant(table, 'last_used_at').nullable()
        table.boolean('is_active').notNullable().defaultTo(true)
        table.index(['tenant_id', 'name', 'id'])
        table.index(['tenant_id', 'created_at', 'id'])
        table.index(['tenant_id', 'last_used_at', 'id'])
        table.index(['tenant_id', 'expires_at', 'id'])
      },
      { nullable: true }
    )
  }

  async down() {
    this.schema.dropTable('api_tokens')
  }
}
