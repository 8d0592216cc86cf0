import { Schema } from '@crossdock/kernel/database'

/** Questions that runs ask people, and the people who are asked. Rows are deleted with their run. */
export default class extends Schema {
  override async up() {
    this.createTenantTable(
      'flow_approvals',
      (table) => {
        table.string('run_id', 36).notNullable()
        // The step's position in the run.
        table.text('path').notNullable()
        table.string('step_id', 64).notNullable()
        // The run waits for this token.
        table.string('token', 64).notNullable()
        table.string('flow_id', 36).notNullable()
        table.string('flow_name', 255).notNullable()
        table.string('execution_id', 64).notNullable()
        // The environment of the run; the question itself belongs to none.
        table.string('run_environment_id', 36).nullable()
        table.string('asset_id', 36).nullable()
        table.string('question', 200).notNullable()
        table.text('details').nullable()
        table.string('status', 20).notNullable()
        this.instant(table, 'due_at').nullable()
        // The people who are asked after the deadline.
        this.json(table, 'deputies').nullable()
        table.string('decided_by', 36).nullable()
        table.string('decided_by_name', 255).nullable()
        table.text('comment').nullable()
        this.instant(table, 'decided_at').nullable()
        table.unique(['tenant_id', 'token'])
        table.index(['tenant_id', 'run_id'])
        // For the lists of all and of open questions.
        table.index(['tenant_id', 'created_at', 'id'])
        table.index(['tenant_id', 'status', 'created_at', 'id'], 'flow_approvals_open')
        table.unique(['tenant_id', 'id'])
      },
      { references: { run_id: 'flow_execution_history' } }
    )
    // Rows are also deleted with the person.
    this.createTenantTable(
      'flow_approval_people',
      (table) => {
        table.string('approval_id', 36).notNullable()
        table.string('user_id', 36).notNullable()
        table.unique(['tenant_id', 'approval_id', 'user_id'])
        // For a person's open approvals.
        table.index(['tenant_id', 'user_id', 'approval_id'])
      },
      { references: { approval_id: 'flow_approvals', user_id: 'users' } }
    )
  }
}
