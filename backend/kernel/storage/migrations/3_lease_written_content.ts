import { Schema } from '../../database/index.js'

/**
 * What keeps collection away from content that is written and not yet recorded: leases of writers, and the epoch in
 * which a chunk that no content names any more was condemned. Expired leases go with the tenant's next writer or
 * collection, all of it with the tenant; there are a handful a tenant.
 */
export default class extends Schema {
  override async up() {
    this.createTenantTable('content_leases', (table) => {
      table.bigInteger('epoch').notNullable()
      this.instant(table, 'expires_at').notNullable()
      table.index(['tenant_id'])
    })
    this.schema.createTable('content_epochs', (table) => {
      table.string('tenant_id', 36).primary()
      table.foreign('tenant_id').references('id').inTable('tenants').onDelete('CASCADE')
      table.bigInteger('epoch').notNullable()
    })
    this.protect('content_epochs')
    this.schema.alterTable('content_chunks', (table) => {
      table.bigInteger('condemned_epoch').nullable()
    })
    this.schema.raw(
      `create index content_chunks_condemned on content_chunks (tenant_id, condemned_epoch)
       where condemned_epoch is not null`
    )
  }

  override async down() {
    this.schema.raw('drop index content_chunks_condemned')
    this.schema.alterTable('content_chunks', (table) => table.dropColumn('condemned_epoch'))
    this.schema.dropTable('content_epochs')
    this.schema.dropTable('content_leases')
  }
}
