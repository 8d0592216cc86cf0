import { Schema } from '@crossdock/kernel/database'

/**
 * Roles a tenant has made for itself; they go with it. Who holds one has its key in `users.role`, and so
 * have those who hold a built-in one: how many they are is counted there.
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

  override async down() {
    this.notCounted('users', 'roles.holders')
    this.schema.dropTable('roles')
  }
}
