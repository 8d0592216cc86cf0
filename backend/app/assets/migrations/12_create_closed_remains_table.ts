import { Schema } from '@crossdock/kernel/database'

/**
 * Who was let into what is deleted for good and lay in a folder that was not open to everybody: its history stays as closed as
 * it was. A row for each such file or folder, asked for by its id; they stay as long as the tenant does, as its log.
 */
export default class extends Schema {
  override async up() {
    this.createTenantTable('closed_remains', (table) => {
      table.string('asset_id', 36).notNullable()
      // Of each folder on the way to it that had permissions of its own.
      this.json(table, 'rules').notNullable()
      table.unique(['tenant_id', 'asset_id'])
    })
  }

  override async down() {
    this.schema.dropTable('closed_remains')
  }
}
