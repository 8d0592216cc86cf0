import { Schema } from '@crossdock/kernel/database'

/** The secret of a link, sealed, so that it can be copied again; null where it is shown once. And whether an organization wants that. */
export default class extends Schema {
  override async up() {
    this.schema.alterTable('shares', (table) => {
      table.text('sealed_token').nullable()
    })
    this.schema.alterTable('sharing_rules', (table) => {
      table.boolean('shown_once').notNullable().defaultTo(false)
    })
  }

  override async down() {
    this.schema.alterTable('sharing_rules', (table) => {
      table.dropColumn('shown_once')
    })
    this.schema.alterTable('shares', (table) => {
      table.dropColumn('sealed_token')
    })
  }
}
