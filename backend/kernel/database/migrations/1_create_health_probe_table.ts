import { Schema } from '../schema.js'

/** One row, written again by every health check: nobody deletes it. */
export default class extends Schema {
  override async up() {
    this.schema.createTable('health_probe', (table) => {
      table.integer('id').primary()
      this.instant(table, 'written_at').notNullable()
    })
  }

  override async down() {
    this.schema.dropTable('health_probe')
  }
}
