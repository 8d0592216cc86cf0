import { Schema } from '../../database/index.js'

/**
 * What giving back goes by: the chunks of a pack, with all that is asked of them in the index; packs that no chunk lies
 * in any more, whose rows go with the pack a day later or with their tenant, a few a tenant; and who has ever named
 * contents, a row of a plugin, which the operator deletes when its tables are dropped for good.
 */
export default class extends Schema {
  override async up() {
    this.schema.raw(
      'create index content_chunks_pack on content_chunks (tenant_id, pack_id, pack_offset, size)'
    )
    this.schema.createTable('content_left_packs', (table) => {
      table.string('tenant_id', 36).notNullable()
      table.foreign('tenant_id').references('id').inTable('tenants').onDelete('CASCADE')
      table.string('pack_id', 36).notNullable()
      this.instant(table, 'left_at').notNullable()
      table.primary(['tenant_id', 'pack_id'])
    })
    this.protect('content_left_packs')
    this.schema.createTable('content_namers', (table) => {
      table.string('name', 100).primary()
    })
  }

  override async down() {
    this.schema.dropTable('content_namers')
    this.schema.dropTable('content_left_packs')
    this.schema.raw('drop index content_chunks_pack')
  }
}
