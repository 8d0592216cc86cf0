import { Schema } from '@crossdock/kernel/database'

/** Whether an identity provider said who it is: where an organization wants that, no other session counts. */
export default class extends Schema {
  override async up() {
    this.schema.alterTable('sessions', (table) => {
      table.boolean('by_provider').notNullable().defaultTo(false)
    })
  }

  override async down() {
    this.schema.alterTable('sessions', (table) => table.dropColumn('by_provider'))
  }
}
