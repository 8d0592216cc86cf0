import { Schema } from '../../database/index.js'

/**
 * Requests with an Idempotency-Key: in progress, or done with their answer. They are deleted with their tenant,
 * and after a day (purge_job.ts).
 */
export default class extends Schema {
  override async up() {
    this.createTenantTable(
      'idempotency_keys',
      (table) => {
        // The owner of the key: two people may use the same one.
        table.string('caller', 60).notNullable()
        table.string('key', 255).notNullable()
        // Of address, environment and body.
        table.string('fingerprint', 43).notNullable()
        // A process works on it until then; empty once it has ended.
        this.instant(table, 'lease_until').nullable()
        // Written in the commit of the effect.
        table.boolean('committed').notNullable().defaultTo(false)
        table.text('answer').nullable()
        // Size of the stored answer.
        table.integer('bytes').notNullable().defaultTo(0)
        table.index(['created_at'])
        table.index(['tenant_id'])
      },
      { nullable: true }
    )
    const tenant = `coalesce(tenant_id, '-')`
    this.schema.raw(
      `create unique index idempotency_keys_key on idempotency_keys (${tenant}, caller, key)`
    )
    // For the size of a tenant's recent answers and the oldest of them, checked with every key (room.ts).
    this.schema.raw(
      `create index idempotency_keys_room on idempotency_keys (${tenant}, created_at, bytes, id)`
    )
  }
}
