import { Schema } from '../../../database/index.js'

/** The counted table of the tests, and a table it refers to. Rows are deleted with their tenant. */
export default class extends Schema {
  override async up() {
    this.createTenantTable('lab_routes', () => {})
    this.createTenantTable(
      'lab_parcels',
      (table) => {
        table.string('route_id', 36).nullable().references('id').inTable('lab_routes')
        table.string('state', 20).notNullable()
        table.integer('weight').nullable()
        table.boolean('is_held').notNullable()
        table.string('note', 20).notNullable()
        table.string('spare', 20).nullable()
        this.instant(table, 'sent_at').nullable()
        this.instant(table, 'lost_at').nullable()
      },
      { nullable: true }
    )
  }

  override async down() {
    this.schema.dropTable('lab_parcels')
    this.schema.dropTable('lab_routes')
  }
}
