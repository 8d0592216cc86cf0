import { Schema } from '../../../database/index.js'

/** Effects of the laboratory's operations, one per row. */
export default class extends Schema {
  override async up() {
    this.createTenantTable('lab_effects', (table) => {
      table.string('name', 100).notNullable()
    })
  }

  override async down() {
    this.schema.dropTable('lab_effects')
  }
}
