import { Schema } from '@crossdock/kernel/database'

/** When a second factor was brought in a session. Of those that are there already it is not known, so it was not. */
export default class extends Schema {
  override async up() {
    this.schema.alterTable('sessions', (table) => {
      this.instant(table, 'second_factor_at').nullable()
    })
  }

  override async down() {
    this.schema.alterTable('sessions', (table) => table.dropColumn('second_factor_at'))
  }
}
