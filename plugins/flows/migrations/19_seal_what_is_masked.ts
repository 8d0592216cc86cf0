import { Schema } from '@crossdock/kernel/database'

/** What later steps read of a step where people see masks. */
export default class extends Schema {
  override async up() {
    this.schema.alterTable('flow_step_results', (table) => {
      table.text('sealed').nullable()
    })
  }

  override async down() {
    this.schema.alterTable('flow_step_results', (table) => {
      table.dropColumn('sealed')
    })
  }
}
