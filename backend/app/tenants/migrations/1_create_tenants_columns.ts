import { Schema } from '@crossdock/kernel/database'

/** What this domain adds to the table of tenants, which the kernel creates, and the sign-in rules. */
export default class extends Schema {
  override async up() {
    this.schema.alterTable('tenants', (table) => {
      // Whether an organization requires a second factor. A separate column, so that writing other settings cannot
      // overwrite it.
      table.boolean('second_factor_required').notNullable().defaultTo(false)
      // The reason, time and actor of the status.
      table.text('status_reason').nullable()
      this.instant(table, 'status_changed_at').nullable()
      table.text('status_changed_by').nullable()
      // The status that returns when the deletion is canceled.
      table.string('status_before', 20).nullable()
      // The time of a scheduled deletion.
      this.instant(table, 'deletes_at').nullable()
      // Set when the deletion begins; it can no longer be canceled.
      this.instant(table, 'deletion_began_at').nullable()
      // One index for every sort order of the list.
      table.index(['name', 'id'])
      table.index(['status', 'id'])
      table.index(['created_at', 'id'])
      table.index(['updated_at', 'id'])
    })
    this.searchable('tenants', ['name', 'subdomain'], 'id')
    // Read with each account. A separate table: other changes update the tenant's row, and would make a change of
    // the rules by `If-Match` fail. Rows are deleted with their tenant.
    this.createTenantTable('sign_in_rules', (table) => {
      // Domains in ASCII form, separated by spaces; empty: any.
      table.text('allowed_domains').notNullable().defaultTo('')
      table.boolean('sso_only').notNullable().defaultTo(false)
      table.integer('session_hours').nullable()
      table.unique(['tenant_id'])
    })
  }
}
