import { Schema } from '@crossdock/kernel/database'

/** Identity providers of tenants, and what each sign-in with them leaves. All rows are deleted with their provider. */
export default class extends Schema {
  override async up() {
    this.#createConfigs()
    this.#createSignIns()
    this.#createIdentities()
    this.#createSessions()
    // Used logout tokens. Later tokens delete expired ones.
    this.createTenantTable(
      'oauth_logouts',
      (table) => {
        table.string('config_id', 36).notNullable()
        // A hash, because providers choose the value and its length.
        table.string('jti', 64).notNullable()
        this.instant(table, 'expires_at').notNullable()
        table.unique(['config_id', 'jti'])
        table.index(['tenant_id', 'expires_at'])
      },
      { references: { config_id: 'oauth_configs' } }
    )
  }

  #createConfigs(): void {
    this.createTenantTable('oauth_configs', (table) => {
      table.string('name', 100).notNullable()
      table.string('provider', 20).notNullable()
      table.string('issuer', 500).notNullable()
      table.string('client_id', 255).notNullable()
      // Sealed.
      table.text('client_secret').nullable()
      // The directory at a provider that serves many organizations.
      table.string('tenant_id_oauth', 100).nullable()
      this.json(table, 'settings').notNullable()
      table.boolean('is_active').notNullable().defaultTo(false)
      this.instant(table, 'tested_at').nullable()
      // When a person signed in with it: only then can it be switched on.
      this.instant(table, 'proven_at').nullable()
      this.instant(table, 'updated_at').notNullable()
      table.index(['tenant_id', 'name', 'id'])
      table.index(['tenant_id', 'created_at', 'id'])
    })
  }

  /** Pending sign-ins. They expire after ten minutes, and later sign-ins delete them. */
  #createSignIns(): void {
    this.createTenantTable(
      'oauth_sign_ins',
      (table) => {
        table.string('config_id', 36).notNullable()
        // A hash.
        table.string('state', 64).notNullable().unique()
        table.string('browser', 64).notNullable()
        table.string('nonce', 64).notNullable()
        // Sealed.
        table.text('verifier').notNullable()
        table.string('next', 1000).nullable()
        // Where the sign-in began.
        table.string('origin', 350).nullable()
        // Whether the provider must authenticate the person again.
        table.boolean('asks_anew').notNullable().defaultTo(false)
        // The administrator of a trial, and its outcome. Sealed, because it contains personal claims.
        table.string('tried_by', 36).nullable()
        table.text('outcome').nullable()
        this.instant(table, 'expires_at').notNullable()
        table.index(['expires_at'])
        table.index(['tenant_id', 'config_id'])
      },
      { references: { config_id: 'oauth_configs' } }
    )
  }

  /** Links subjects of a provider to people. Rows are also deleted with the person. */
  #createIdentities(): void {
    this.createTenantTable(
      'oauth_identities',
      (table) => {
        table.string('config_id', 36).notNullable()
        table.string('user_id', 36).notNullable()
        table.string('issuer', 500).notNullable()
        table.string('subject', 255).notNullable()
        // Whether the person has signed in with the current setup. If not, the provider may no longer admit them.
        table.boolean('has_entered').notNullable().defaultTo(true)
        table.unique(['config_id', 'subject'])
        // A person has one subject at a provider: an address that was reassigned there stays with its first owner
        // here.
        table.unique(['config_id', 'user_id'])
        table.index(['tenant_id', 'user_id'])
      },
      { references: { config_id: 'oauth_configs', user_id: 'users' } }
    )
  }

  /** Sessions from a provider, for signing out there, too. Rows are also deleted with their session. */
  #createSessions(): void {
    this.createTenantTable(
      'oauth_sessions',
      (table) => {
        table.string('config_id', 36).notNullable()
        table.string('session_id', 36).notNullable().unique()
        // Sealed.
        table.text('id_token').notNullable()
        table.string('subject', 255).nullable()
        // The provider's session id.
        table.string('sid', 255).nullable()
        table.index(['tenant_id', 'config_id'])
        table.index(['tenant_id', 'session_id'])
        table.index(['config_id', 'subject'])
        table.index(['config_id', 'sid'])
      },
      { references: { config_id: 'oauth_configs', session_id: 'sessions' } }
    )
  }
}
