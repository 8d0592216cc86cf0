import { Schema } from '../../../database/index.js'

/** In each way in which SQLite makes a table anew. */
export default class extends Schema {
  static override disableTransactions = true

  override async up() {
    this.schema.alterTable('lab_parcels', (table) => table.dropColumn('spare'))
    this.schema.alterTable('lab_parcels', (table) => table.setNullable('note'))
    this.bindReference({ table: 'lab_parcels', column: 'route_id', target: 'lab_routes' })
  }

  override async down() {
    this.schema.alterTable('lab_parcels', (table) => {
      table.string('spare', 20).nullable()
    })
  }
}
