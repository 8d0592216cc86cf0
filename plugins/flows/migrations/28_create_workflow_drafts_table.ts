import { Schema } from '@crossdock/kernel/database'

const drafts = 'integration_workflow_drafts'

/**
 * What a person has changed about a workflow and not activated yet: one row per person and workflow. Rows go with the workflow,
 * the person and the tenant, and by retention (`keptDrafts`) when nobody has changed them for a long time.
 */
export default class extends Schema {
  override async up() {
    this.createTenantTable(
      drafts,
      (table) => {
        table.string('workflow_id', 36).notNullable()
        table.string('user_id', 36).notNullable()
        table.integer('base_version').nullable()
        table.integer('revision').notNullable()
        table.string('name', 255).notNullable()
        table.text('description').nullable()
        table.string('trigger_type', 50).notNullable()
        this.json(table, 'trigger_config').notNullable()
        this.json(table, 'steps').notNullable()
        this.json(table, 'samples').notNullable()
        this.instant(table, 'updated_at').notNullable()
        table.unique(['tenant_id', 'workflow_id', 'user_id'], { indexName: `${drafts}_of_person` })
        table.index(['tenant_id', 'updated_at', 'id'], `${drafts}_by_age`)
      },
      { references: { workflow_id: 'integration_workflows', user_id: 'users' } }
    )
  }

  override async down() {
    this.schema.dropTable(drafts)
  }
}
