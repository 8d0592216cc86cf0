import { Schema } from '../../../database/index.js'

/** Uses each way in which SQLite rebuilds a table. */
export default class extends Schema {
  static override disableTransactions = true

  override async up() {
    this.schema.alterTable('lab_parcels', (table) => table.dropColumn('spare'))
    this.schema.alterTable('lab_parcels', (table) => table.setNullable('note'))
  }

  override async down() {
    this.schema.alterTable('lab_parcels', (table) => {
      table.string('spare', 20).nullable()
    })
  }
}
