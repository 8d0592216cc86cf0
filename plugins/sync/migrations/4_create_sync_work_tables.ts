import { Schema } from '@crossdock/kernel/database'

const work = 'sync_work'
const held = 'sync_held'

/**
 * Waiting and running work of agents and systems, and failed files that are skipped for a while. Rows are
 * deleted when their work is done, and with their contract.
 */
export default class extends Schema {
  override async up() {
    this.createTenantTable(
      work,
      (table) => {
        table.string('contract_id', 36).notNullable()
        table.string('side', 10).notNullable()
        table.string('run_id', 36).nullable()
        table.integer('position').notNullable()
        table.string('type', 20).notNullable()
        table.text('path').notNullable()
        // A hash that is equal for equal work of two plans.
        table.string('print', 64).notNullable()
        // The work for the agent, and the changes to store when it is done. Text, not JSON: the work of two
        // plans is compared as text.
        table.text('work').notNullable()
        table.text('then').nullable()
        table.string('hash', 64).nullable()
        table.string('state', 10).notNullable()
        table.bigInteger('done').notNullable().defaultTo(0)
        table.bigInteger('total').notNullable().defaultTo(0)
        this.instant(table, 'started_at').nullable()
        table.index(['tenant_id', 'contract_id', 'side', 'position', 'id'], `${work}_by_position`)
        table.index(['tenant_id', 'contract_id', 'hash'], `${work}_by_hash`)
      },
      { references: { contract_id: 'sync_contracts' } }
    )
    this.createTenantTable(
      held,
      (table) => {
        table.string('contract_id', 36).notNullable()
        table.string('side', 10).notNullable()
        table.string('path_hash', 64).notNullable()
        table.text('path').notNullable()
        table.integer('attempts').notNullable()
        table.string('code', 60).notNullable()
        table.text('message').notNullable()
        this.instant(table, 'due_at').notNullable()
        table.unique(['contract_id', 'path_hash'], { indexName: `${held}_path` })
        table.index(['tenant_id'], `${held}_by_tenant`)
      },
      { references: { contract_id: 'sync_contracts' } }
    )
  }
}
