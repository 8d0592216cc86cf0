import { Schema } from '@crossdock/kernel/database'

const columns = 'id, tenant_id, created_at, updated_at, name, display_name, description'

const missing = (id: string) => `
  insert into tenant_environments (${columns})
  select ${id}, tenant.id, tenant.created_at, tenant.created_at, 'production', 'Production',
    'Live data and connections.'
  from tenants tenant
  where not exists (select 1 from tenant_environments made
    where made.tenant_id = tenant.id and made.name = 'production')`

/** What tenants have belongs to their `production` from now on, so each has one. */
export default class extends Schema {
  override async up() {
    const id = this.postgres ? 'gen_random_uuid()::text' : 'lower(hex(randomblob(16)))'
    this.changeRows(['tenants', 'tenant_environments'], missing(id))
  }

  override async down() {}
}
