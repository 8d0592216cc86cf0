import { Schema } from '@crossdock/kernel/database'

/** Limits of meters that plugins declare, by their names; those of the specification have columns of their own. */
export default class extends Schema {
  override async up() {
    this.schema.alterTable('tenant_environments', (table) => {
      this.json(table, 'limits').notNullable().defaultTo('{}')
    })
  }

  override async down() {
    this.schema.alterTable('tenant_environments', (table) => table.dropColumn('limits'))
  }
}
