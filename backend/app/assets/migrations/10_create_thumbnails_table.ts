import { Schema } from '@crossdock/kernel/database'

/**
 * What was drawn of contents: small pictures, which are contents themselves, or none where nothing can be drawn. A row goes
 * with the content it was drawn of, and with the tenant; it is asked for by that content, and by the picture where room is given back.
 */
export default class extends Schema {
  override async up() {
    this.createTenantTable('thumbnails', (table) => {
      table.string('source_id', 64).notNullable()
      table.string('content_id', 64).nullable()
      table
        .foreign(['tenant_id', 'source_id'])
        .references(['tenant_id', 'id'])
        .inTable('contents')
        .onDelete('CASCADE')
      table.unique(['tenant_id', 'source_id'])
      table.index(['tenant_id', 'content_id'])
    })
  }

  override async down() {
    this.schema.dropTable('thumbnails')
  }
}
