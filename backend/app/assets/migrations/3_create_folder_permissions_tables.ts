import { Schema } from '@crossdock/kernel/database'

/** Permissions of folders, also of those that are gone. All rows are deleted with their tenant. */
export default class extends Schema {
  override async up() {
    // One row for each folder with permissions, which also apply to everything below it. A row is deleted with its
    // folder. All rows of a tenant, at most 1,000, are read together by the key that begins with the tenant.
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
    // Permissions of assets that were deleted permanently from a folder that was not open to everyone: their history
    // stays closed. One row for each asset, looked up by its id. Rows stay as long as the tenant and its log.
    this.createTenantTable('closed_remains', (table) => {
      table.string('asset_id', 36).notNullable()
      // The permissions of each folder above it that had any.
      this.json(table, 'rules').notNullable()
      table.unique(['tenant_id', 'asset_id'])
    })
  }
}
