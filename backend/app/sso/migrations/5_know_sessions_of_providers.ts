import { Schema } from '@crossdock/kernel/database'

/**
 * Where a sign-in was begun, by what a provider knows a session, and which of its logout tokens were used; those
 * are removed by later ones, and with their provider.
 */
export default class extends Schema {
  override async up() {
    this.schema.alterTable('oauth_sign_ins', (table) => {
      table.string('origin', 350).nullable()
    })
    this.schema.alterTable('oauth_sessions', (table) => {
      table.string('subject', 255).nullable()
      table.string('sid', 255).nullable()
      table.index(['config_id', 'subject'])
      table.index(['config_id', 'sid'])
    })
    this.changeRows(
      ['oauth_sessions', 'oauth_identities', 'sessions'],
      `update oauth_sessions set subject = (
        select oauth_identities.subject from oauth_identities
        join sessions on sessions.user_id = oauth_identities.user_id
        where sessions.id = oauth_sessions.session_id
        and oauth_identities.config_id = oauth_sessions.config_id)`
    )
    this.createTenantTable(
      'oauth_logouts',
      (table) => {
        table.string('config_id', 36).notNullable()
        // A hash: providers choose what it is, of any length.
        table.string('jti', 64).notNullable()
        this.instant(table, 'expires_at').notNullable()
        table.unique(['config_id', 'jti'])
        table.index(['tenant_id', 'expires_at'])
      },
      { references: { config_id: 'oauth_configs' } }
    )
  }

  override async down() {
    this.schema.dropTable('oauth_logouts')
    this.schema.alterTable('oauth_sessions', (table) => {
      table.dropIndex(['config_id', 'subject'])
      table.dropIndex(['config_id', 'sid'])
      table.dropColumns('subject', 'sid')
    })
    this.schema.alterTable('oauth_sign_ins', (table) => {
      table.dropColumn('origin')
    })
  }
}
