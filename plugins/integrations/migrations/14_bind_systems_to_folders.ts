import { Schema } from '@crossdock/kernel/database'

/**
 * Which folders a system works with. Rows go by hand, with their system, their folder or the tenant. `is_bound` stays when the
 * folders go: a system must not get all files because the one folder it was bound to is deleted for good.
 */
export default class extends Schema {
  override async up() {
    this.schema.alterTable('external_systems', (table) => {
      table.boolean('is_bound').notNullable().defaultTo(false)
    })
    this.createTenantTable(
      'system_folder_bindings',
      (table) => {
        table.string('system_id', 36).notNullable()
        table.string('asset_id', 36).notNullable()
        this.json(table, 'permissions').notNullable()
        this.json(table, 'visibility_rules').notNullable()
        this.json(table, 'transformation_config').notNullable()
        table.boolean('is_active').notNullable().defaultTo(true)
        this.instant(table, 'updated_at').notNullable()
        // One for each folder; also what a call and the list of a system ask for.
        table.unique(['tenant_id', 'system_id', 'asset_id'], {
          indexName: 'system_folder_bindings_pair',
        })
        // The list of a folder, and what goes when it is deleted.
        table.index(['tenant_id', 'asset_id'])
        table.index(['tenant_id', 'created_at', 'id'])
        table.index(['tenant_id', 'updated_at', 'id'])
      },
      { references: { system_id: 'external_systems', asset_id: 'assets' } }
    )
  }

  override async down() {
    this.schema.dropTable('system_folder_bindings')
    this.schema.raw('alter table external_systems drop column is_bound')
  }
}
