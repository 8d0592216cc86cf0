import { Schema } from '@crossdock/kernel/database'

/**
 * What was promoted into an environment, with what was there before, and which rows of two environments are each other's
 * counterparts. Both go with the target, pairs with either environment; of promotions the newest 200 of a target are kept, pairs
 * as long as both rows are there. The source is history: its promotions can be undone when it is gone.
 */
export default class extends Schema {
  override async up() {
    this.createTenantTable(
      'environment_promotions',
      (table) => {
        table.string('source_id', 36).notNullable()
        table.string('source_name', 255).notNullable()
        table.string('target_id', 36).notNullable()
        table.string('promoted_by', 36).nullable()
        this.json(table, 'items').notNullable()
        this.json(table, 'warnings').notNullable()
        this.json(table, 'undo').notNullable()
        this.instant(table, 'undone_at').nullable()
        table.string('undone_by', 36).nullable()
        table.index(['tenant_id', 'target_id', 'created_at', 'id'], 'environment_promotions_list')
      },
      { references: { target_id: 'tenant_environments' } }
    )
    this.createTenantTable(
      'promotion_counterparts',
      (table) => {
        table.string('kind', 50).notNullable()
        table.string('source_environment_id', 36).notNullable()
        table.string('source_id', 36).notNullable()
        table.string('target_environment_id', 36).notNullable()
        table.string('target_id', 36).notNullable()
        table.unique(['tenant_id', 'source_id', 'target_environment_id'], {
          indexName: 'promotion_counterparts_of_source',
        })
        table.unique(['tenant_id', 'target_id', 'source_environment_id'], {
          indexName: 'promotion_counterparts_of_target',
        })
      },
      {
        references: {
          source_environment_id: 'tenant_environments',
          target_environment_id: 'tenant_environments',
        },
      }
    )
  }

  override async down() {
    this.schema.dropTable('promotion_counterparts')
    this.schema.dropTable('environment_promotions')
  }
}
