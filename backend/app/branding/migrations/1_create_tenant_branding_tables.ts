import { Schema } from '@crossdock/kernel/database'

/**
 * The branding of a tenant, at most one row, and its logo in another table, which is read by hash. Both are deleted
 * with the tenant. Many tenants may claim a domain, but only one can verify it.
 */
export default class extends Schema {
  override async up() {
    this.createTenantTable('tenant_branding', (table) => {
      table.string('product_name', 60).nullable()
      table.string('primary_color', 7).nullable()
      table.string('accent_color', 7).nullable()
      table.string('mail_sender', 60).nullable()
      table.text('mail_footer').nullable()
      table.string('domain', 253).nullable()
      table.string('domain_challenge', 64).nullable()
      this.instant(table, 'domain_verified_at').nullable()
      this.instant(table, 'domain_checked_at').nullable()
      this.instant(table, 'domain_missing_since').nullable()
      this.instant(table, 'updated_at').notNullable()
      table.unique(['tenant_id'])
    })
    this.schema.raw(
      'create unique index tenant_branding_domain_taken on tenant_branding (domain) where domain_verified_at is not null'
    )
    this.createTenantTable('tenant_logos', (table) => {
      table.string('hash', 64).notNullable()
      table.string('mime_type', 50).notNullable()
      // Base64: a few hundred kilobytes at most.
      table.text('bytes').notNullable()
      table.unique(['tenant_id'])
      table.index(['hash'])
    })
  }
}
