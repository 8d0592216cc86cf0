import { Schema } from '@crossdock/kernel/database'

const name = 'system_interaction_flows'

/**
 * Which event of which connected system starts a workflow: one row of each workflow with such a trigger. Rows go with their
 * workflow, and so with its environment and the tenant.
 */
export default class extends Schema {
  override async up() {
    this.createTenantTable(
      name,
      (table) => {
        table.string('workflow_id', 36).notNullable().unique()
        table.string('trigger_system_id', 36).notNullable()
        table.string('trigger_event_type', 100).notNullable()
        // What a system starts, and of it one event.
        table.index(['tenant_id', 'trigger_system_id', 'trigger_event_type'], `${name}_of_system`)
      },
      { references: { workflow_id: 'integration_workflows' } }
    )
  }

  override async down() {
    this.schema.dropTable(name)
  }
}
