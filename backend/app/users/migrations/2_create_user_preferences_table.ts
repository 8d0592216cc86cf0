import { Schema } from '@crossdock/kernel/database'

/**
 * What people set in the console, by key. Rows go with their person, and so with the tenant; those of a
 * super administrator belong to no tenant.
 */
export default class extends Schema {
  override async up() {
    this.createTenantTable(
      'user_preferences',
      (table) => {
        table.string('user_id', 36).notNullable()
        table.string('key', 100).notNullable()
        this.json(table, 'value').notNullable()
        this.instant(table, 'updated_at').notNullable()
        // For what is read at each start of the console: all of one person.
        table.unique(['user_id', 'key'])
      },
      { nullable: true, references: { user_id: 'users' } }
    )
  }

  override async down() {
    this.schema.dropTable('user_preferences')
  }
}
