import { Schema } from '@crossdock/kernel/database'

/**
 * Questions that runs ask people, and whom. They go with their run, as the run does with its tenant and after its time;
 * who was asked goes with the person, too.
 */
export default class extends Schema {
  override async up() {
    this.createTenantTable(
      'flow_approvals',
      (table) => {
        table.string('run_id', 36).notNullable()
        // The step's place in the run.
        table.text('path').notNullable()
        table.string('step_id', 64).notNullable()
        // What the run waits for.
        table.string('token', 64).notNullable()
        table.string('flow_id', 36).notNullable()
        table.string('flow_name', 255).notNullable()
        table.string('execution_id', 64).notNullable()
        // Where the run works; the question itself is of no environment.
        table.string('run_environment_id', 36).nullable()
        table.string('asset_id', 36).nullable()
        table.string('question', 200).notNullable()
        table.text('details').nullable()
        table.string('status', 20).notNullable()
        this.instant(table, 'due_at').nullable()
        // Who is asked after the deadline.
        this.json(table, 'deputies').nullable()
        table.string('decided_by', 36).nullable()
        table.string('decided_by_name', 255).nullable()
        table.text('comment').nullable()
        this.instant(table, 'decided_at').nullable()
        // The run's own.
        table.unique(['tenant_id', 'token'])
        table.index(['tenant_id', 'run_id'])
        // Lists: all, and those that are open.
        table.index(['tenant_id', 'created_at', 'id'])
        table.index(['tenant_id', 'status', 'created_at', 'id'], 'flow_approvals_open')
        table.unique(['tenant_id', 'id'])
      },
      { references: { run_id: 'flow_execution_history' } }
    )
    this.createTenantTable(
      'flow_approval_people',
      (table) => {
        table.string('approval_id', 36).notNullable()
        table.string('user_id', 36).notNullable()
        table.unique(['tenant_id', 'approval_id', 'user_id'])
        // "My open approvals".
        table.index(['tenant_id', 'user_id', 'approval_id'])
      },
      { references: { approval_id: 'flow_approvals', user_id: 'users' } }
    )
  }

  override async down() {
    this.schema.dropTable('flow_approval_people')
    this.schema.dropTable('flow_approvals')
  }
}
