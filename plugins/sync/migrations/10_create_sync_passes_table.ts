import { Schema } from '@crossdock/kernel/database'

const name = 'sync_passes'

/**
 * What passes remember of a contract: one row of each. It goes with its contract. `wanted` counts what asked for a pass,
 * `done` is what the last pass has answered.
 */
export default class extends Schema {
  override async up() {
    this.createTenantTable(
      name,
      (table) => {
        table.string('contract_id', 36).notNullable()
        table.bigInteger('wanted').notNullable().defaultTo(0)
        table.bigInteger('done').notNullable().defaultTo(0)
        // What asked for the next run, and for whom.
        table.string('trigger', 20).nullable()
        table.string('started_by', 36).nullable()
        table.integer('last_ms').notNullable().defaultTo(0)
        table.boolean('is_released').notNullable().defaultTo(false)
        table.boolean('wants_plan').notNullable().defaultTo(false)
        this.json(table, 'plan').nullable()
        // When the pass begins again by itself.
        this.instant(table, 'resumes_at').nullable()
        table.unique(['contract_id'], { indexName: `${name}_contract` })
        table.index(['tenant_id'], `${name}_by_tenant`)
      },
      { references: { contract_id: 'sync_contracts' } }
    )
  }

  override async down() {
    this.schema.dropTable(name)
  }
}
