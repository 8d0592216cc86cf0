import { Schema } from '@crossdock/kernel/database'

/**
 * Who is let into a folder and what lies below it: one row for each folder that is not open to everybody. A row goes with
 * its folder. All of a tenant are read at once, at most 1,000, by the key that begins with the tenant.
 */
export default class extends Schema {
  override async up() {
    this.createTenantTable(
      'folder_permissions',
      (table) => {
        table.string('asset_id', 36).notNullable()
        table.string('everyone', 10).notNullable()
        this.json(table, 'grants').notNullable()
        this.instant(table, 'updated_at').notNullable()
        table.unique(['tenant_id', 'asset_id'])
      },
      { references: { asset_id: 'assets' } }
    )
  }

  override async down() {
    this.schema.dropTable('folder_permissions')
  }
}
