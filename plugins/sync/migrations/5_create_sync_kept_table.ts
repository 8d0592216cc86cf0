import { Schema } from '@crossdock/kernel/database'

const name = 'sync_kept'

/**
 * Contents that the store keeps for contracts: in transit, of conflicts, and what was overwritten or deleted. A job
 * deletes rows whose time is over. They outlive their contract, and go with their environment or tenant.
 */
export default class extends Schema {
  override async up() {
    this.createTenantTable(
      name,
      (table) => {
        table.string('environment_id', 36).notNullable()
        table.string('contract_id', 36).notNullable()
        table.string('side', 10).notNullable()
        table.text('path').notNullable()
        table.string('content_hash', 64).notNullable()
        table.bigInteger('size').notNullable()
        table.string('reason', 20).notNullable()
        table.string('conflict_id', 36).nullable()
        this.instant(table, 'kept_until').nullable()
        table.index(['tenant_id', 'content_hash'], `${name}_by_content`)
        table.index(['tenant_id', 'conflict_id'], `${name}_by_conflict`)
        table.index(['kept_until', 'id'], `${name}_ended`)
        for (const columns of [['contract_id'], ['contract_id', 'reason']]) {
          const index = `${name}_by_${columns.join('_')}`
          table.index(['tenant_id', ...columns, 'created_at', 'id'], index)
        }
      },
      { references: { environment_id: 'tenant_environments' } }
    )
    this.searchable(name, ['path'])
  }

  override async down() {
    this.unsearchable(name)
    this.schema.dropTable(name)
  }
}
