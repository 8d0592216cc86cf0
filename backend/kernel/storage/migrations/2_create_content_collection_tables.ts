import { Schema } from '../../database/index.js'

/** Tables for garbage collection of contents. */
export default class extends Schema {
  override async up() {
    // Leases protect content that is written but not yet recorded. The tenant's next writer or collection removes
    // expired ones, so there are few for each tenant.
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
    // Empty packs. A row is deleted with its pack a day later or with its tenant; there are few for each tenant.
    this.schema.createTable('content_left_packs', (table) => {
      table.string('tenant_id', 36).notNullable()
      table.foreign('tenant_id').references('id').inTable('tenants').onDelete('CASCADE')
      table.string('pack_id', 36).notNullable()
      this.instant(table, 'left_at').notNullable()
      table.primary(['tenant_id', 'pack_id'])
    })
    this.protect('content_left_packs')
    // Plugins that have ever named contents. The operator deletes the row of a plugin together with its tables.
    this.schema.createTable('content_namers', (table) => {
      table.string('name', 100).primary()
    })
    // Running backups: while there is one, no pack is deleted. A backup deletes its row at the end. An interrupted
    // one stops renewing it, and the next backup deletes it. The table belongs to no tenant and has a row or two.
    this.schema.createTable('content_holds', (table) => {
      table.string('id', 36).primary()
      this.instant(table, 'expires_at').notNullable()
    })
  }
}
