import { Schema } from '../../database/index.js'

/** Jobs of closed tenants rest (resting.ts); the index tells whose. */
export default class extends Schema {
  override async up() {
    this.schema.raw(`create index jobs_paused on jobs (tenant_id) where state = 'paused'`)
  }

  override async down() {
    this.schema.raw('drop index jobs_paused')
    this.schema.raw(`update jobs set state = 'scheduled' where state = 'paused'`)
  }
}
