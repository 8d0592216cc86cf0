import { Schema } from '@crossdock/kernel/database'

/**
 * Sign-ins on their way to a provider and back; `state` is kept as a hash, the verifier sealed. They end after ten
 * minutes and are removed by those that begin later; with their provider they go at once.
 */
export default class extends Schema {
  override async up() {
    this.createTenantTable(
      'oauth_sign_ins',
      (table) => {
        table.string('config_id', 36).notNullable()
        table.string('state', 64).notNullable().unique()
        table.string('browser', 64).notNullable()
        table.string('nonce', 64).notNullable()
        table.text('verifier').notNullable()
        table.string('next', 1000).nullable()
        this.instant(table, 'expires_at').notNullable()
        table.index(['expires_at'])
        table.index(['tenant_id', 'config_id'])
      },
      { references: { config_id: 'oauth_configs' } }
    )
  }

  override async down() {
    this.schema.dropTable('oauth_sign_ins')
  }
}
