import { Schema } from '@crossdock/kernel/database'

/**
 * Promotions into an environment, with the state before each promotion, and the counterparts of rows in two
 * environments. The newest 200 promotions of a target are kept. A pair is kept while both rows exist.
 */
export default class extends Schema {
  override async up() {
    // Rows are deleted with their target. The source has no foreign key: promotions can be undone after its deletion.
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
    // Rows are deleted with either environment.
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
}
