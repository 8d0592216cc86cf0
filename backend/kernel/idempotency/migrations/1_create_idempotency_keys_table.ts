import { Schema } from '../../database/index.js'

/**
 * Requests that came with an Idempotency-Key: under way, or done with their answer. They go with
 * their tenant, and after a day (purge.ts).
 */
export default class extends Schema {
  override async up() {
    this.createTenantTable(
      'idempotency_keys',
      (table) => {
        // Whose key it is: two people may use the same one.
        table.string('caller', 60).notNullable()
        table.string('key', 255).notNullable()
        // Of address, environment and body.
        table.string('fingerprint', 43).notNullable()
        // Somebody works on it until then; empty once it has ended.
        this.instant(table, 'lease_until').nullable()
        // Written in the commit of the effect.
        table.boolean('committed').notNullable().defaultTo(false)
        table.text('answer').nullable()
        table.index(['created_at'])
        table.index(['tenant_id'])
      },
      { nullable: true }
    )
    this.schema.raw(
      `create unique index idempotency_keys_key
       on idempotency_keys (coalesce(tenant_id, '-'), caller, key)`
    )
  }

  override async down() {
    this.schema.dropTable('idempotency_keys')
  }
}
