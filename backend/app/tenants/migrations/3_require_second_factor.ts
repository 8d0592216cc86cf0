import { Schema } from '@crossdock/kernel/database'

/** Whether an organization requires a second factor. A column of its own: what else is set of a tenant must not write over it. */
export default class extends Schema {
  override async up() {
    this.schema.alterTable('tenants', (table) => {
      table.boolean('second_factor_required').notNullable().defaultTo(false)
    })
  }

  override async down() {
    this.schema.alterTable('tenants', (table) => table.dropColumn('second_factor_required'))
  }
}
