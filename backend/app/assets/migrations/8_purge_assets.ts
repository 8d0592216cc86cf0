import { Schema } from '@crossdock/kernel/database'

/** Set on what is deleted for good while what lies below it still has to go; the row goes with the last of it. */
export default class extends Schema {
  override async up() {
    this.schema.alterTable('assets', (table) => {
      this.instant(table, 'purged_at').nullable()
    })
  }

  override async down() {
    this.schema.alterTable('assets', (table) => table.dropColumn('purged_at'))
  }
}
