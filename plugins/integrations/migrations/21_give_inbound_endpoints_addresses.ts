import { Schema } from '@crossdock/kernel/database'

/** Endpoints that were inbound before there were addresses get one, as new ones do. */
export default class extends Schema {
  override async up() {
    const hex = (bytes: number) => `lower(hex(randomblob(${bytes})))`
    const id = this.postgres
      ? 'gen_random_uuid()::text'
      : `${hex(4)} || '-' || ${hex(2)} || '-4' || substr(${hex(2)}, 2) || '-a' || substr(${hex(2)}, 2) || '-' || ${hex(6)}`
    // 128 random bits at least, of which a UUID has 122.
    const token = this.postgres
      ? 'md5(gen_random_uuid()::text || gen_random_uuid()::text)'
      : hex(16)
    const json = this.postgres ? `'{}'::jsonb` : `'{}'`
    const used = this.postgres ? 'true' : '1'
    this.changeRows(
      ['webhook_addresses', 'api_endpoints'],
      `insert into webhook_addresses (id, tenant_id, created_at, environment_id, token, endpoint_id, is_used,
         verification, verification_config, mode, wait_seconds, max_bytes, updated_at)
       select ${id}, tenant_id, created_at, environment_id, ${token}, id, ${used},
         'none', ${json}, 'accept', 10, 1048576, created_at
       from api_endpoints where endpoint_type = 'inbound'`
    )
  }

  /** The table goes with the migration before. */
  override async down() {}
}
