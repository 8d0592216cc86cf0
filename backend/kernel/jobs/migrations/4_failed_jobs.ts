import { Schema } from '../../database/index.js'

/** Lists, counts and the purge of what nobody could finish, a tenant's and everybody's, by time. */
export default class extends Schema {
  override async up() {
    this.schema.raw(`update jobs set failed_at = created_at where state = 'unknown'`)
    this.schema.raw('drop index jobs_failed')
    this.schema.raw(
      'create index jobs_failed on jobs (tenant_id, failed_at, id) where failed_at is not null'
    )
    this.schema.raw(
      'create index jobs_failed_of_all on jobs (failed_at, id) where failed_at is not null'
    )
  }

  override async down() {
    this.schema.raw('drop index jobs_failed_of_all')
    this.schema.raw('drop index jobs_failed')
    this.schema.raw(`update jobs set failed_at = null where state = 'unknown'`)
    this.schema.raw(`create index jobs_failed on jobs (lane, failed_at) where state = 'failed'`)
  }
}
