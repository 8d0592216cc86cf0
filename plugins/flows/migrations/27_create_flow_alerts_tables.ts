import { Schema } from '@crossdock/kernel/database'

/**
 * What people want to hear of a workflow, and what they were told last; both go with their workflow. And what is done to
 * many runs at once, which `flows.pruneRollups` deletes after a week.
 */
export default class extends Schema {
  override async up() {
    const ofWorkflow = { references: { workflow_id: 'integration_workflows' } }
    this.createTenantTable(
      'flow_alerts',
      (table) => {
        table.string('workflow_id', 36).notNullable()
        table.boolean('on_failure').notNullable()
        table.integer('longer_than_minutes').nullable()
        table.integer('not_within_hours').nullable()
        table.integer('quiet_minutes').notNullable()
        this.json(table, 'members').notNullable()
        table.text('webhook_address').nullable()
        this.instant(table, 'updated_at').notNullable()
        table.unique(['tenant_id', 'workflow_id'])
      },
      ofWorkflow
    )
    this.createTenantTable(
      'flow_alert_states',
      (table) => {
        table.string('workflow_id', 36).notNullable()
        table.string('kind', 10).notNullable()
        // The run it was about; of one that did not come, the last that did.
        table.string('about', 36).notNullable()
        this.instant(table, 'told_at').nullable()
        table.unique(['tenant_id', 'workflow_id', 'kind'])
      },
      ofWorkflow
    )
    this.createTenantTable('flow_bulk_actions', (table) => {
      table.string('environment_id', 36).nullable()
      table.string('action', 10).notNullable()
      this.json(table, 'ids').notNullable()
      table.integer('total').notNullable()
      table.integer('done').notNullable()
      table.integer('refused').notNullable()
      table.text('first_refusal').nullable()
      this.instant(table, 'completed_at').nullable()
      table.index(['tenant_id', 'created_at'])
    })
  }

  override async down() {
    for (const name of ['flow_bulk_actions', 'flow_alert_states', 'flow_alerts']) {
      this.schema.dropTable(name)
    }
  }
}
