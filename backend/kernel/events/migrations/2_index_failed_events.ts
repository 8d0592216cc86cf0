import { Schema } from '../../database/index.js'

/** For counting what consumers set aside; the index holds nothing else. */
export default class extends Schema {
  override async up() {
    this.schema.raw(
      `create index middleware_events_failed on middleware_events (tenant_id, created_at)
       where status = 'failed'`
    )
  }

  override async down() {
    this.schema.raw('drop index middleware_events_failed')
  }
}
