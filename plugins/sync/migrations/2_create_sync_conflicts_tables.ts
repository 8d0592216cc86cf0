import { Schema } from '@crossdock/kernel/database'

const conflicts = 'sync_conflicts'
const skipped = 'sync_skipped'
const kept = 'sync_kept'

/** Conflicts, skipped files, and kept contents of sync contracts. */
export default class extends Schema {
  override async up() {
    this.#createConflicts()
    this.#createSkipped()
    this.#createKept()
  }

  /** Conflicts that people resolve. Resolved ones are deleted by the retention of logs, all with their contract. */
  #createConflicts(): void {
    this.createTenantTable(
      conflicts,
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
        table.index(['tenant_id', 'created_at', 'id'], `${conflicts}_by_age`)
        for (const columns of [[], ['state'], ['contract_id'], ['contract_id', 'state']]) {
          const index = `${conflicts}_by_${columns.join('_') || 'opened_at'}`
          table.index(['tenant_id', 'environment_id', ...columns, 'opened_at', 'id'], index)
        }
      },
      { references: { environment_id: 'tenant_environments', contract_id: 'sync_contracts' } }
    )
    this.schema.raw(
      `create unique index ${conflicts}_open on ${conflicts} (contract_id, key) where state = 'open'`
    )
    // The conflicts that a pass has not handled yet.
    this.schema.raw(
      `create index ${conflicts}_unsettled on ${conflicts} (tenant_id, contract_id, id) where applied_at is null`
    )
    this.searchable(conflicts, ['path'])
    this.counted(
      conflicts,
      {
        counter: 'sync.conflicts.open',
        when: { state: 'open' },
        by: ['environment_id', 'contract_id'],
      },
      { counter: 'sync.conflicts', by: 'environment_id', hour: 'opened_at' }
    )
  }

  /** The files that the last pass of a contract skipped: a few thousand rows at most. They are deleted with their contract. */
  #createSkipped(): void {
    this.createTenantTable(
      skipped,
      (table) => {
        table.string('contract_id', 36).notNullable()
        table.string('side', 10).notNullable()
        table.text('path').notNullable()
        table.string('kind', 10).notNullable()
        table.string('reason', 30).notNullable()
        table.text('detail').notNullable()
        table.index(['tenant_id', 'contract_id', 'created_at', 'id'], `${skipped}_by_contract`)
        table.index(
          ['tenant_id', 'contract_id', 'reason', 'created_at', 'id'],
          `${skipped}_by_reason`
        )
      },
      { references: { contract_id: 'sync_contracts' } }
    )
  }

  /**
   * Contents that the store keeps for contracts: in transit, of conflicts, and overwritten or deleted ones. A job
   * deletes rows after their time. They outlive their contract, and are deleted with their environment or tenant.
   */
  #createKept(): void {
    this.createTenantTable(
      kept,
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
        table.index(['tenant_id', 'content_hash'], `${kept}_by_content`)
        table.index(['tenant_id', 'conflict_id'], `${kept}_by_conflict`)
        table.index(['kept_until', 'id'], `${kept}_ended`)
        for (const columns of [['contract_id'], ['contract_id', 'reason']]) {
          const index = `${kept}_by_${columns.join('_')}`
          table.index(['tenant_id', ...columns, 'created_at', 'id'], index)
        }
      },
      { references: { environment_id: 'tenant_environments' } }
    )
    this.searchable(kept, ['path'])
  }
}
