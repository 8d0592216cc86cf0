import { Schema } from '@crossdock/kernel/database'

/** Whether somebody has come in by a provider as it is set up now: known from before only, they need not get in any more. */
export default class extends Schema {
  override async up() {
    this.schema.alterTable('oauth_identities', (table) => {
      table.boolean('has_entered').notNullable().defaultTo(true)
    })
  }

  override async down() {
    this.schema.alterTable('oauth_identities', (table) => table.dropColumn('has_entered'))
  }
}
