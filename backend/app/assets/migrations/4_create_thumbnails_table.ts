import { Schema } from '@crossdock/kernel/database'

/**
 * Results of drawing contents: small pictures, which are contents themselves, or none when drawing fails. A row is
 * deleted with its source content and with the tenant. It is looked up by the source, and by the picture when content
 * is released.
 */
export default class extends Schema {
  override async up() {
    this.createTenantTable('thumbnails', (table) => {
      table.string('source_id', 64).notNullable()
      table.string('content_id', 64).nullable()
      // Why there is no picture.
      table.string('reason', 16).nullable()
      table
        .foreign(['tenant_id', 'source_id'])
        .references(['tenant_id', 'id'])
        .inTable('contents')
        .onDelete('CASCADE')
      table.unique(['tenant_id', 'source_id'])
      table.index(['tenant_id', 'content_id'])
    })
  }
}
