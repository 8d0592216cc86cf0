import { Schema } from '../../database/index.js'

/**
 * Contents that come in several goes, and their chunks so far: a row for each time some were made durable. Both go with
 * the upload (`Drafts.drop`, `Drafts.finish`) or with the tenant, and are asked for by their key alone.
 */
export default class extends Schema {
  override async up() {
    this.schema.createTable('content_drafts', (table) => {
      table.string('tenant_id', 36).notNullable()
      table.foreign('tenant_id').references('id').inTable('tenants').onDelete('CASCADE')
      table.string('id', 36).notNullable()
      table.integer('token').notNullable()
      table.bigInteger('size').notNullable()
      // Bytes behind the last cut, and those before it that the next cut depends on.
      table.binary('tail').notNullable()
      table.binary('lead').notNullable()
      this.instant(table, 'created_at').notNullable()
      table.primary(['tenant_id', 'id'])
    })
    this.protect('content_drafts')
    this.schema.createTable('content_draft_parts', (table) => {
      table.string('tenant_id', 36).notNullable()
      table.string('draft_id', 36).notNullable()
      table.bigInteger('from_byte').notNullable()
      table.binary('chunks').notNullable()
      table.primary(['tenant_id', 'draft_id', 'from_byte'])
      table
        .foreign(['tenant_id', 'draft_id'])
        .references(['tenant_id', 'id'])
        .inTable('content_drafts')
        .onDelete('CASCADE')
    })
    this.protect('content_draft_parts')
  }

  override async down() {
    this.schema.dropTable('content_draft_parts')
    this.schema.dropTable('content_drafts')
  }
}
