import { Schema } from '@crossdock/kernel/database'

/**
 * Who has a second factor: the directory tells, and asks for those who have none. Kept by who keeps the passkeys. And
 * those of a role in the order of the list: without it a page of 20,000 editors sorted all of them.
 */
export default class extends Schema {
  override async up() {
    this.schema.alterTable('users', (table) => {
      table.boolean('has_second_factor').notNullable().defaultTo(false)
      // The role first: right behind an import PostgreSQL would look for addresses in it, past all people of the tenant.
      table.index(['role', 'tenant_id', 'email', 'id'])
    })
  }

  override async down() {
    this.schema.raw('drop index users_role_tenant_id_email_id_index')
    // Knex would make the table anew on SQLite, which the triggers of its search forbid.
    this.schema.raw('alter table users drop column has_second_factor')
  }
}
