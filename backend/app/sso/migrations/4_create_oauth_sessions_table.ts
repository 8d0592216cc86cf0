import { Schema } from '@crossdock/kernel/database'

/**
 * Which sessions came from a provider, for signing out there, too; the ID token is sealed. They go with their session.
 */
export default class extends Schema {
  override async up() {
    this.createTenantTable(
      'oauth_sessions',
      (table) => {
        table.string('config_id', 36).notNullable()
        table.string('session_id', 36).notNullable().unique()
        table.text('id_token').notNullable()
        table.index(['tenant_id', 'config_id'])
        table.index(['tenant_id', 'session_id'])
      },
      { references: { config_id: 'oauth_configs', session_id: 'sessions' } }
    )
  }

  override async down() {
    this.schema.dropTable('oauth_sessions')
  }
}
