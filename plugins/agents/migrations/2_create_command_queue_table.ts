import { Schema } from '@crossdock/kernel/database'

const table = 'command_queue'

/**
 * Commands to agents, including ended ones. Rows are deleted by the retention of logs, and with their environment or
 * tenant. `lease` counts the deliveries: a result is recorded for the newest one only.
 */
export default class extends Schema {
  override async up() {
    this.createTenantTable(
      table,
      (made) => {
        made.string('environment_id', 36).notNullable()
        made.string('command_type', 30).notNullable()
        made.integer('priority').notNullable().defaultTo(5)
        made.string('trigger_source', 30).notNullable()
        made.string('trigger_event_id', 36).nullable()
        made.string('target_system_id', 36).nullable()
        made.string('target_asset_id', 36).nullable()
        made.string('target_user_id', 36).nullable()
        this.json(made, 'payload').notNullable()
        made.string('status', 20).notNullable().defaultTo('queued')
        made.string('assigned_agent', 36).notNullable()
        this.instant(made, 'scheduled_for').nullable()
        this.instant(made, 'started_at').nullable()
        this.instant(made, 'completed_at').nullable()
        this.json(made, 'result').nullable()
        made.text('error_message').nullable()
        made.string('error_code', 50).nullable()
        made.integer('retry_count').notNullable().defaultTo(0)
        made.integer('max_retries').notNullable().defaultTo(3)
        this.instant(made, 'timeout_at').notNullable()
        // The earliest time to send it: its schedule, or the next attempt.
        this.instant(made, 'due_at').notNullable()
        made.integer('lease').notNullable().defaultTo(0)
        this.json(made, 'progress').nullable()
        made.string('requested_by', 36).nullable()
        // The token of the workflow step that waits for the result.
        made.string('wait_token', 64).nullable()
        this.instant(made, 'updated_at').notNullable()
        // For the next command of an agent.
        made.index(['assigned_agent', 'status', 'priority', 'due_at', 'id'], 'command_queue_next')
        made.index(['status', 'timeout_at'], 'command_queue_late')
        made.index(['tenant_id', 'created_at', 'id'], 'command_queue_by_age')
        const lists = [[], ['status'], ['assigned_agent'], ['command_type']]
        for (const columns of lists) {
          const name = `command_queue_by_${columns[0] ?? 'created_at'}`
          made.index(['tenant_id', 'environment_id', ...columns, 'created_at', 'id'], name)
        }
      },
      { references: { environment_id: 'tenant_environments', assigned_agent: 'desktop_agents' } }
    )
    this.counted(
      table,
      {
        counter: 'agents.pending',
        when: { status: ['queued', 'sent', 'running'] },
        by: 'environment_id',
      },
      {
        counter: 'agents.completed',
        when: { status: 'completed' },
        by: 'environment_id',
        hour: 'completed_at',
      }
    )
  }
}
