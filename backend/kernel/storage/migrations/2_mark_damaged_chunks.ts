import { Schema } from '../../database/index.js'

/** When the bytes of a chunk were found not to be what was written; empty for all but a few. */
export default class extends Schema {
  override async up() {
    this.schema.alterTable('content_chunks', (table) => {
      this.instant(table, 'damaged_at').nullable()
    })
    this.schema.raw(
      'create index content_chunks_damaged on content_chunks (tenant_id, hash) where damaged_at is not null'
    )
  }

  override async down() {
    this.schema.raw('drop index content_chunks_damaged')
    this.schema.alterTable('content_chunks', (table) => table.dropColumn('damaged_at'))
  }
}
