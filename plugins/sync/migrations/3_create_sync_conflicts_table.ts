import { Schema } from '@crossdock/kernel/database'

const name = 'sync_conflicts'

/**
 * Conflicts that people decide about. Resolved ones go by the retention of logs, all with their contract, environment or
 * tenant.
 */
export default class extends Schema {
  override async up() {
    this.createTenantTable(
      name,
      (table) => {
        table.string('environment_id', 36).notNullable()
        table.string('contract_id', 36).notNullable()
        table.string('key', 64).notNullable()
        table.text('path').notNullable()
        table.string('cause', 30).notNullable()
        this.json(table, 'source').nullable()
        this.json(table, 'target').nullable()
        table.string('state', 10).notNullable()
        table.string('resolution', 10).nullable()
        table.string('resolved_by', 36).nullable()
        this.instant(table, 'resolved_at').nullable()
        table.string('merged_hash', 64).nullable()
        table.bigInteger('merged_size').nullable()
        this.instant(table, 'applied_at').nullable()
        this.instant(table, 'opened_at').notNullable()
        table.index(['tenant_id', 'created_at', 'id'], `${name}_by_age`)
        for (const columns of [[], ['state'], ['contract_id'], ['contract_id', 'state']]) {
          const index = `${name}_by_${columns.join('_') || 'opened_at'}`
          table.index(['tenant_id', 'environment_id', ...columns, 'opened_at', 'id'], index)
        }
      },
      { references: { environment_id: 'tenant_environments', contract_id: 'sync_contracts' } }
    )
    this.schema.raw(
      `create unique index ${name}_open on ${name} (contract_id, key) where state = 'open'`
    )
    // What a pass has yet to look at.
    this.schema.raw(
      `create index ${name}_unsettled on ${name} (tenant_id, contract_id, id) where applied_at is null`
    )
    this.searchable(name, ['path'])
    this.counted(
      name,
      {
        counter: 'sync.conflicts.open',
        when: { state: 'open' },
        by: ['environment_id', 'contract_id'],
      },
      { counter: 'sync.conflicts', by: 'environment_id', hour: 'opened_at' }
    )
  }

  override async down() {
    this.notCounted(name, 'sync.conflicts.open', 'sync.conflicts')
    this.unsearchable(name)
    this.schema.dropTable(name)
  }
}
