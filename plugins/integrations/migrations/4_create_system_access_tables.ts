import { Schema } from '@crossdock/kernel/database'

/** Paused calls of systems, and access to systems that people granted. Rows are deleted with their system. */
export default class extends Schema {
  override async up() {
    const references = { system_id: 'external_systems', environment_id: 'tenant_environments' }
    // Whether calls to a system are paused. A system has one row at most, from its first pause on.
    this.createTenantTable(
      'system_circuits',
      (table) => {
        table.string('environment_id', 36).notNullable()
        table.string('system_id', 36).notNullable()
        table.string('state', 20).notNullable()
        table.boolean('by_hand').notNullable()
        // Pauses in a row: the next one is longer.
        table.integer('opens').notNullable()
        table.text('reason').nullable()
        this.instant(table, 'opened_at').nullable()
        // open: when the next call is tried; null: after a manual reset. half_open: when another call may be the
        // probe.
        this.instant(table, 'until').nullable()
        this.instant(table, 'closed_at').nullable()
        table.unique(['tenant_id', 'system_id'], { indexName: 'system_circuits_of_system' })
      },
      { references }
    )
    // Access that people granted at the provider of a system (OAuth 2.0, authorization code). A system has one row at
    // most. A broken grant stays, with its reason.
    this.createTenantTable(
      'system_grants',
      (table) => {
        table.string('environment_id', 36).notNullable()
        table.string('system_id', 36).notNullable()
        table.string('state', 20).notNullable()
        // Hash of the grant's addresses and client.
        table.string('place', 64).notNullable()
        table.text('access_token').nullable()
        table.text('refresh_token').nullable()
        this.instant(table, 'expires_at').nullable()
        // Rises with each stored token.
        table.integer('generation').notNullable()
        // Until this time one call renews the token, and the other calls wait.
        this.instant(table, 'renewed_until').nullable()
        table.text('reason').nullable()
        table.string('granted_by', 36).nullable()
        this.instant(table, 'granted_at').nullable()
        table.unique(['tenant_id', 'system_id'], { indexName: 'system_grants_of_system' })
      },
      { references }
    )
    // An authorization waits ten minutes for the person to return.
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
}
