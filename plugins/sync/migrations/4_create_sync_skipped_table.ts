import { Schema } from '@crossdock/kernel/database'

const name = 'sync_skipped'

/** What the last pass of a contract left alone: a few thousand rows of a contract at most. They go with it. */
export default class extends Schema {
  override async up() {
    this.createTenantTable(
      name,
      (table) => {
        table.string('contract_id', 36).notNullable()
        table.string('side', 10).notNullable()
        table.text('path').notNullable()
        table.string('kind', 10).notNullable()
        table.string('reason', 30).notNullable()
        table.text('detail').notNullable()
        table.index(['tenant_id', 'contract_id', 'created_at', 'id'], `${name}_by_contract`)
        table.index(['tenant_id', 'contract_id', 'reason', 'created_at', 'id'], `${name}_by_reason`)
      },
      { references: { contract_id: 'sync_contracts' } }
    )
  }

  override async down() {
    this.schema.dropTable(name)
  }
}
