import { Schema } from '@crossdock/kernel/database'

const inEnvironment = { environment_id: 'tenant_environments' }

/**
 * Agents, their groups, the tokens that enroll them, and the details that each agent reports. All rows are deleted with
 * their environment or tenant; a retired agent stays for its commands. The key identifies an agent: `machine_id` only
 * describes the machine.
 */
export default class extends Schema {
  override async up() {
    this.createTenantTable(
      'agent_groups',
      (table) => {
        table.string('environment_id', 36).notNullable()
        table.string('name', 100).notNullable()
        this.json(table, 'profile').notNullable()
        this.instant(table, 'updated_at').notNullable()
        table.unique(['tenant_id', 'environment_id', 'name'], { indexName: 'agent_groups_name' })
        table.index(
          ['tenant_id', 'environment_id', 'created_at', 'id'],
          'agent_groups_by_created_at'
        )
      },
      { references: inEnvironment }
    )
    this.createTenantTable(
      'desktop_agents',
      (table) => {
        table.string('environment_id', 36).notNullable()
        table.string('client_id', 36).notNullable()
        table.string('user_id', 36).notNullable()
        table.string('agent_name', 100).notNullable()
        table.string('machine_id', 200).notNullable()
        table.string('machine_name', 100).notNullable()
        table.string('platform', 20).notNullable()
        table.string('arch', 20).notNullable()
        table.string('os_version', 200).nullable()
        table.string('version', 50).notNullable()
        this.json(table, 'capabilities').notNullable()
        this.json(table, 'folders').notNullable()
        table.string('connection_status', 10).notNullable().defaultTo('offline')
        this.instant(table, 'last_heartbeat').nullable()
        this.instant(table, 'last_sync_at').nullable()
        this.json(table, 'sync_contract_ids').notNullable()
        this.json(table, 'agent_config').notNullable()
        this.json(table, 'metadata').notNullable()
        // The raw public key in base64url, and a new key that was not used yet.
        table.string('public_key', 43).notNullable()
        table.string('candidate_key', 43).nullable()
        // The maximum permissions of the agent, even if its owner has more.
        this.json(table, 'scopes').notNullable()
        table.string('group_id', 36).nullable()
        table.boolean('is_paused').notNullable().defaultTo(false)
        // Its current connection, in any process.
        table.string('connection_id', 36).nullable()
        this.instant(table, 'connected_at').nullable()
        table.string('instance_id', 64).nullable()
        table.integer('boot_id').nullable()
        // Processes that ran with a copy of its state.
        this.json(table, 'copies').notNullable()
        // When the challenge of the newest session was created. A challenge begins only one session.
        table.bigInteger('challenged_at').nullable()
        this.instant(table, 'retired_at').nullable()
        this.instant(table, 'updated_at').notNullable()
        table.unique(['client_id'], { indexName: 'desktop_agents_client_id' })
        table.index(['tenant_id', 'user_id'], 'desktop_agents_by_owner')
        table.index(['tenant_id', 'group_id'], 'desktop_agents_by_group')
        // For finding silent agents.
        table.index(['connection_status', 'last_heartbeat'], 'desktop_agents_silent')
        for (const column of ['agent_name', 'created_at', 'last_heartbeat', 'connection_status']) {
          const name = `desktop_agents_of_environment_by_${column}`
          table.index(['tenant_id', 'environment_id', column, 'id'], name)
        }
      },
      { references: inEnvironment }
    )
    for (const [index, columns] of [
      ['desktop_agents_machine', 'tenant_id, machine_id'],
      ['desktop_agents_name', 'tenant_id, environment_id, agent_name'],
    ] as const)
      this.schema.raw(
        `create unique index ${index} on desktop_agents (${columns}) where retired_at is null`
      )
    this.counted(
      'desktop_agents',
      { counter: 'agents.live', when: { retired_at: null }, by: 'environment_id' },
      {
        counter: 'agents.online',
        when: { retired_at: null, connection_status: 'online' },
        by: 'environment_id',
      }
    )
    this.createTenantTable(
      'agent_enrolments',
      (table) => {
        table.string('environment_id', 36).notNullable()
        table.string('token_hash', 64).notNullable()
        table.string('user_id', 36).notNullable()
        table.string('group_id', 36).nullable()
        this.json(table, 'scopes').notNullable()
        this.instant(table, 'expires_at').notNullable()
        this.instant(table, 'used_at').nullable()
        this.instant(table, 'revoked_at').nullable()
        table.string('agent_id', 36).nullable()
        table.unique(['token_hash'], { indexName: 'agent_enrolments_token' })
        table.index(['expires_at', 'id'], 'agent_enrolments_ended')
        const name = 'agent_enrolments_of_environment_by_created_at'
        table.index(['tenant_id', 'environment_id', 'created_at', 'id'], name)
      },
      { references: inEnvironment }
    )
    this.createTenantTable(
      'agent_details',
      (table) => {
        table.string('environment_id', 36).notNullable()
        table.string('agent_id', 36).notNullable()
        // Samples, oldest first, and the newest lines of the agent's log.
        this.json(table, 'health').notNullable()
        this.json(table, 'log').notNullable()
        table.string('diagnostics_id', 36).nullable()
        this.instant(table, 'diagnostics_at').nullable()
        table.text('diagnostics').nullable()
        table.unique(['tenant_id', 'agent_id'], { indexName: 'agent_details_agent' })
      },
      { references: { ...inEnvironment, agent_id: 'desktop_agents' } }
    )
  }
}
