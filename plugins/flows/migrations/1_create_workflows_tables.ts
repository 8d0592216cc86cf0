import { Schema } from '@crossdock/kernel/database'

const workflows = 'integration_workflows'
const versions = 'integration_workflow_versions'
const drafts = 'integration_workflow_drafts'
const ofWorkflow = { references: { workflow_id: workflows } }

/** Workflows, their versions and drafts, and the objects that their steps use. All rows are deleted with their tenant. */
export default class extends Schema {
  override async up() {
    this.#createWorkflows()
    // Former and present definitions, to which runs refer. Versions without runs are deleted with their workflow.
    this.createTenantTable(versions, (table) => {
      // No foreign key: the history outlives its workflow.
      table.string('workflow_id', 36).notNullable()
      table.integer('version').notNullable()
      table.string('name', 255).notNullable()
      table.string('trigger_type', 50).notNullable()
      this.json(table, 'trigger_config').notNullable()
      this.json(table, 'steps').notNullable()
      table.string('saved_by', 36).nullable()
      table.unique(['tenant_id', 'workflow_id', 'version'], { indexName: `${versions}_number` })
    })
    this.#createDrafts()
    // The objects that the steps of a workflow name (`keepUses`). Rows are deleted with their workflow.
    this.createTenantTable(
      'integration_workflow_uses',
      (table) => {
        table.string('workflow_id', 36).notNullable()
        table.string('used_id', 36).notNullable()
        table.unique(['workflow_id', 'used_id'])
        table.index(['tenant_id', 'used_id', 'workflow_id'], 'integration_workflow_uses_of')
      },
      ofWorkflow
    )
  }

  #createWorkflows(): void {
    this.createTenantTable(
      workflows,
      (table) => {
        table.string('environment_id', 36).notNullable()
        table.string('name', 255).notNullable()
        table.text('description').nullable()
        table.string('trigger_type', 50).notNullable()
        this.json(table, 'trigger_config').notNullable()
        this.json(table, 'steps').notNullable()
        table.boolean('is_active').notNullable().defaultTo(true)
        // Runs act as the person who saved the workflow last. No foreign key: a deleted person may do nothing.
        table.string('saved_by', 36).nullable()
        table.string('version_id', 36).nullable()
        this.instant(table, 'updated_at').notNullable()
        // Used for each event, to find the workflows that it may start.
        table.index(['tenant_id', 'is_active', 'trigger_type', 'id'], `${workflows}_driven`)
        table.unique(['tenant_id', 'id'])
        for (const column of ['name', 'created_at', 'updated_at', 'trigger_type']) {
          const name = `${workflows}_of_environment_by_${column}`
          table.index(['tenant_id', 'environment_id', column, 'id'], name)
        }
      },
      { references: { environment_id: 'tenant_environments' } }
    )
    this.counted(
      workflows,
      { counter: 'flows.workflows', by: 'environment_id' },
      { counter: 'flows.workflows_active', when: { is_active: true }, by: 'environment_id' }
    )
  }

  /**
   * Changes of a workflow that are not activated yet: one row per person and workflow. Rows are deleted with the
   * workflow and the person, and by retention (`keptDrafts`) after a long time without a change.
   */
  #createDrafts(): void {
    this.createTenantTable(
      drafts,
      (table) => {
        table.string('workflow_id', 36).notNullable()
        // By the id alone: a super administrator who works in the tenant does not belong to it.
        const user = table.string('user_id', 36).notNullable().index()
        user.references('id').inTable('users').onDelete('CASCADE')
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
      ofWorkflow
    )
  }
}
