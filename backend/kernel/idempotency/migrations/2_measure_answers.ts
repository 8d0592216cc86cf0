import { Schema } from '../../database/index.js'

/** How much a tenant has kept of late, and which of it is the oldest, is looked up with every key (room.ts). */
export default class extends Schema {
  override async up() {
    this.schema.alterTable('idempotency_keys', (table) => {
      // Of the answer as it is kept; what is there already goes within a day.
      table.integer('bytes').notNullable().defaultTo(0)
    })
    this.schema.raw(
      `create index idempotency_keys_room
       on idempotency_keys (coalesce(tenant_id, '-'), created_at, bytes, id)`
    )
  }

  override async down() {
    this.schema.raw('drop index idempotency_keys_room')
    this.schema.alterTable('idempotency_keys', (table) => table.dropColumn('bytes'))
  }
}
