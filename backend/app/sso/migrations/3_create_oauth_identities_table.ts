import { Schema } from '@crossdock/kernel/database'

/** Whom a provider means by which subject. They go with the person, and with the provider. */
export default class extends Schema {
  override async up() {
    this.createTenantTable(
      'oauth_identities',
      (table) => {
        table.string('config_id', 36).notNullable()
        table.string('user_id', 36).notNullable()
        table.string('issuer', 500).notNullable()
        table.string('subject', 255).notNullable()
        table.unique(['config_id', 'subject'])
        // Nobody is two people to one provider: an address that was given to somebody else there stays its owner's here.
        table.unique(['config_id', 'user_id'])
        table.index(['tenant_id', 'user_id'])
      },
      { references: { config_id: 'oauth_configs', user_id: 'users' } }
    )
  }

  override async down() {
    this.schema.dropTable('oauth_identities')
  }
}
