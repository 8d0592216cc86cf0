import { Schema } from '@crossdock/kernel/database'

/** When each APP_KEY was first worked with, by its id, which tells nothing of the key. A row of a rotation; nobody deletes them. */
export default class extends Schema {
  override async up() {
    this.schema.createTable('encryption_keys', (table) => {
      table.string('id', 8).primary()
      this.instant(table, 'first_used_at').notNullable()
    })
  }

  override async down() {
    this.schema.dropTable('encryption_keys')
  }
}
