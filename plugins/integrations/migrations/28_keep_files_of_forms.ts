import { Schema } from '@crossdock/kernel/database'

/**
 * Where files of forms go that a webhook receives, with whose rights, and which files a stored request brought. They go with
 * their rows. Files and people may be gone before: such a request is refused.
 */
export default class extends Schema {
  override async up() {
    this.schema.alterTable('webhook_addresses', (table) => {
      table.string('files_folder', 36).nullable()
      table.string('files_folder_by', 36).nullable()
    })
    this.schema.alterTable('webhook_requests', (table) => void this.json(table, 'files').nullable())
  }

  override async down() {
    this.schema.alterTable('webhook_requests', (table) => void table.dropColumn('files'))
    this.schema.alterTable('webhook_addresses', (table) => {
      table.dropColumn('files_folder')
      table.dropColumn('files_folder_by')
    })
  }
}
