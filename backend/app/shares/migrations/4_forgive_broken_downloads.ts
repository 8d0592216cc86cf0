import { Schema } from '@crossdock/kernel/database'

/** Adds `finished`, which is no longer used, and `probed_bytes`: the bytes that a link served without counting a download. */
export default class extends Schema {
  override async up() {
    this.schema.alterTable('share_downloads', (table) => {
      table.boolean('finished').notNullable().defaultTo(false)
    })
    this.schema.alterTable('shares', (table) => {
      table.bigInteger('probed_bytes').notNullable().defaultTo(0)
    })
  }

  override async down() {
    this.schema.alterTable('shares', (table) => {
      table.dropColumn('probed_bytes')
    })
    this.schema.alterTable('share_downloads', (table) => {
      table.dropColumn('finished')
    })
  }
}
