import { Schema } from '@crossdock/kernel/database'

/**
 * What organizations say of signing in, read along with each account. A table of its own: the row of the tenant itself is
 * touched by whatever happens there, and who changes the rules by `If-Match` would be refused for that.
 */
export default class extends Schema {
  override async up() {
    this.createTenantTable('sign_in_rules', (table) => {
      // In their ASCII form, with a space between them; nothing: all.
      table.text('allowed_domains').notNullable().defaultTo('')
      table.boolean('sso_only').notNullable().defaultTo(false)
      table.integer('session_hours').nullable()
      table.unique(['tenant_id'])
    })
  }

  override async down() {
    this.schema.dropTable('sign_in_rules')
  }
}
