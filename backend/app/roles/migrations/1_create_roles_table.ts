import { Schema } from '@crossdock/kernel/database'

/**
 * Custom roles of tenants, deleted with their tenant. `users.role` contains the key of a custom or built-in role; a
 * counter on that column counts the holders.
 */
export default class extends Schema {
  override async up() {
    this.createTenantTable('roles', (table) => {
      table.string('key', 50).notNullable()
      table.string('name', 100).notNullable()
      table.string('description', 500).nullable()
      this.json(table, 'permissions').notNullable()
      this.instant(table, 'updated_at').notNullable()
      table.unique(['tenant_id', 'key'])
    })
    this.counted('users', { counter: 'roles.holders', by: 'role' })
  }
}
