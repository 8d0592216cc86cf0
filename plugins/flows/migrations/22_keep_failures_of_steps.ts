import { Schema } from '@crossdock/kernel/database'

/** How a step failed when the run went on, and how many items of a run failed. */
export default class extends Schema {
  override async up() {
    this.schema.alterTable('flow_step_results', (table) => {
      this.json(table, 'failure').nullable()
      table.string('on_item_error', 10).nullable()
    })
    this.schema.alterTable('flow_execution_history', (table) => {
      table.integer('failed_items').notNullable().defaultTo(0)
    })
  }

  override async down() {
    for (const name of ['failure', 'on_item_error']) {
      this.schema.raw(`alter table flow_step_results drop column ${name}`)
    }
    this.schema.raw('alter table flow_execution_history drop column failed_items')
  }
}
