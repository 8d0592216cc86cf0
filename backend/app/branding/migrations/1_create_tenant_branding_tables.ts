import { Schema } from '@crossdock/kernel/database'

/**
 * How a tenant shows itself, at most one row, and its logo beside it, which is read by its hash; both go with the tenant. A
 * domain can be claimed by many, and is proven by one.
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

  override async down() {
    this.schema.dropTable('tenant_logos')
    this.schema.dropTable('tenant_branding')
  }
}
