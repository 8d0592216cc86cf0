import { Schema } from '@crossdock/kernel/database'

/** Which sessions came by a provider is told to who knows nothing of providers, and which sign-ins ask people anew. */
export default class extends Schema {
  override async up() {
    this.schema.alterTable('oauth_sign_ins', (table) => {
      table.boolean('asks_anew').notNullable().defaultTo(false)
    })
    this.changeRows(
      ['oauth_sessions', 'sessions'],
      'update sessions set by_provider = true where id in (select session_id from oauth_sessions)'
    )
  }

  override async down() {
    this.schema.alterTable('oauth_sign_ins', (table) => table.dropColumn('asks_anew'))
  }
}
