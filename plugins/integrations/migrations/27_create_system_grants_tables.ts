import { Schema } from '@crossdock/kernel/database'

/**
 * Access that people have granted at the provider of a system (OAuth 2.0, authorization code). A system has one row at most; it
 * goes with the system, and with its environment. A broken grant stays, with its reason. Authorizations wait ten minutes for the
 * person to come back.
 */
export default class extends Schema {
  override async up() {
    const references = { system_id: 'external_systems', environment_id: 'tenant_environments' }
    this.createTenantTable(
      'system_grants',
      (table) => {
        table.string('environment_id', 36).notNullable()
        table.string('system_id', 36).notNullable()
        table.string('state', 20).notNullable()
        // Hash of the addresses and the client the grant is for.
        table.string('place', 64).notNullable()
        table.text('access_token').nullable()
        table.text('refresh_token').nullable()
        this.instant(table, 'expires_at').nullable()
        // Rises with each stored token.
        table.integer('generation').notNullable()
        // Until when one call renews the token; the other calls wait.
        this.instant(table, 'renewed_until').nullable()
        table.text('reason').nullable()
        table.string('granted_by', 36).nullable()
        this.instant(table, 'granted_at').nullable()
        table.unique(['tenant_id', 'system_id'], { indexName: 'system_grants_of_system' })
      },
      { references }
    )
    this.createTenantTable(
      'system_authorizations',
      (table) => {
        table.string('environment_id', 36).notNullable()
        table.string('system_id', 36).notNullable()
        table.string('user_id', 36).notNullable()
        table.string('state', 64).notNullable().unique()
        table.text('verifier').notNullable()
        table.text('redirect_uri').notNullable()
        table.string('place', 64).notNullable()
        this.instant(table, 'expires_at').notNullable()
        table.index(['tenant_id', 'expires_at'])
      },
      { references }
    )
  }

  override async down() {
    this.schema.dropTable('system_authorizations')
    this.schema.dropTable('system_grants')
  }
}
