import { Schema } from '@crossdock/kernel/database'

/** People. A super administrator belongs to no tenant. */
export default class extends Schema {
  async up() {
    this.createTenantTable(
      'users',
      (table) => {
        table.string('email', 254).notNullable()
        table.string('first_name', 100).nullable()
        table.string('last_name', 100).nullable()
        table.string('role', 50).notNullable().defaultTo('user')
        table.boolean('is_active').notNullable().defaultTo(true)
        this.instant(table, 'last_login_at').nullable()
        this.instant(table, 'updated_at').notNullable()
        table.unique(['tenant_id', 'email'])
        table.index(['email'])
        table.index(['tenant_id', 'email', 'id'])
        table.index(['tenant_id', 'first_name', 'id'])
        table.index(['tenant_id', 'last_name', 'id'])
        table.index(['tenant_id', 'role', 'id'])
        table.index(['tenant_id', 'last_login_at', 'id'])
        table.index(['tenant_id', 'created_at', 'id'])
        table.index(['tenant_id', 'updated_at', 'id'])
      },
      { nullable: true }
    )
    // A unique index takes every null for a different value, so super administrators need their own.
    this.schema.raw(
      'create unique index users_super_email_unique on users (email) where tenant_id is null'
    )
  }

  async down() {
    this.schema.dropTable('users')
  }
}
