import { Schema } from '../../database/index.js'

/**
 * Backups under way, for whose sake no pack is deleted. A backup takes its row away; one that was cut off stops renewing
 * it, and the next backup takes it away. It belongs to no tenant and has a row or two.
 */
export default class extends Schema {
  override async up() {
    this.schema.createTable('content_holds', (table) => {
      table.string('id', 36).primary()
      this.instant(table, 'expires_at').notNullable()
    })
  }

  override async down() {
    this.schema.dropTable('content_holds')
  }
}
