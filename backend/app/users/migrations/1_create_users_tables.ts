import { Schema } from '@crossdock/kernel/database'

/** People and their preferences. Both are deleted with their tenant; a super administrator belongs to no tenant. */
export default class extends Schema {
  override async up() {
    this.createTenantTable(
      'users',
      (table) => {
        table.string('email', 254).notNullable()
        table.string('first_name', 100).nullable()
        table.string('last_name', 100).nullable()
        table.string('role', 50).notNullable().defaultTo('user')
        table.boolean('is_active').notNullable().defaultTo(true)
        // For the directory and its filter; the passkeys domain updates it.
        table.boolean('has_second_factor').notNullable().defaultTo(false)
        this.instant(table, 'last_login_at').nullable()
        this.instant(table, 'updated_at').notNullable()
        table.unique(['tenant_id', 'email'])
        table.index(['email'])
        table.index(['tenant_id', 'email', 'id'])
        table.index(['tenant_id', 'first_name', 'id'])
        table.index(['tenant_id', 'last_name', 'id'])
        table.index(['tenant_id', 'role', 'id'])
        table.index(['tenant_id', 'last_login_at', 'id'])
        table.index(['tenant_id', 'created_at', 'id'])
        table.index(['tenant_id', 'updated_at', 'id'])
      },
      { nullable: true }
    )
    // A unique index treats nulls as different values, so super administrators need an index of their own.
    this.schema.raw(
      'create unique index users_super_email_unique on users (email) where tenant_id is null'
    )
    this.schema.raw('create unique index users_tenant_id_id_unique on users (tenant_id, id)')
    // Few people are pending or inactive, and the directory filters by these statuses in the order of the list.
    for (const [name, condition] of Object.entries({
      users_pending: 'is_active and last_login_at is null',
      users_inactive: 'not is_active',
    })) {
      this.schema.raw(`create index ${name} on users (tenant_id, email, id) where ${condition}`)
    }
    // For a role in the order of the list: without it a page of 20,000 editors had to sort all of them. The role
    // comes first: otherwise PostgreSQL would use this index to look up addresses right after an import.
    this.schema.raw(
      'create index users_role_tenant_id_email_id_index on users (role, tenant_id, email, id)'
    )
    this.searchable('users', ['email', 'first_name', 'last_name'])
    // An import adds a hundred thousand people within a minute, so the planner needs new statistics right after it.
    this.analyzable('users')
    // For the list of tenants and the dashboard, which show people who have never signed in separately.
    this.counted('users', { counter: 'users.active', when: { is_active: true } })
    this.counted('users', {
      counter: 'users.pending',
      when: { is_active: true, last_login_at: null },
    })
    // Preferences for the console, by key. Rows are deleted with their person.
    this.createTenantTable(
      'user_preferences',
      (table) => {
        table.string('user_id', 36).notNullable()
        table.string('key', 100).notNullable()
        this.json(table, 'value').notNullable()
        this.instant(table, 'updated_at').notNullable()
        // Each start of the console reads all preferences of a person.
        table.unique(['user_id', 'key'])
        // For the deletion of a tenant in batches.
        table.index(['tenant_id'])
      },
      { nullable: true, references: { user_id: 'users' } }
    )
  }
}
