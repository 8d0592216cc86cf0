import { Schema } from '@crossdock/kernel/database'

/** What an organization says of signing in, read along with each account. Columns of their own, as the second factor has. */
export default class extends Schema {
  override async up() {
    this.schema.alterTable('tenants', (table) => {
      // In their ASCII form, with a space between them; nothing: all.
      table.text('allowed_domains').notNullable().defaultTo('')
      table.boolean('sso_only').notNullable().defaultTo(false)
      table.integer('session_hours').nullable()
    })
  }

  override async down() {
    this.schema.alterTable('tenants', (table) => {
      table.dropColumns('allowed_domains', 'sso_only', 'session_hours')
    })
  }
}
