import { Schema } from '../../database/index.js'

/** The CRC-32 of a content, which a zip names before its bytes. Empty for older ones, until it is needed first. */
export default class extends Schema {
  override async up() {
    this.schema.alterTable('contents', (table) => {
      table.bigInteger('crc32').nullable()
    })
    // Of the chunks of the part.
    this.schema.alterTable('content_draft_parts', (table) => {
      table.bigInteger('crc32').nullable()
    })
  }

  override async down() {
    this.schema.alterTable('content_draft_parts', (table) => table.dropColumn('crc32'))
    this.schema.alterTable('contents', (table) => table.dropColumn('crc32'))
  }
}
