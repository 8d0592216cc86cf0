import { Schema } from '../../database/index.js'

/**
 * A lane may belong to an outside system of a tenant (`tenant/target`), and jobs change lanes; a
 * unique key still counts once in its tenant. Lanes are compared byte by byte, so that those of a
 * tenant lie together.
 */
export default class extends Schema {
  override async up() {
    this.schema.raw('drop index jobs_unique_key')
    this.schema.raw(uniqueKey(`coalesce(tenant_id, '-')`))
    if (!this.postgres) return
    this.schema.raw('drop function next_job_lane')
    this.schema.raw('alter table jobs alter column lane type varchar(200) collate "C"')
    this.schema.raw(`
      create function next_job_lane(behind text) returns text
      language sql stable set enable_bitmapscan = off set enable_sort = off set enable_seqscan = off
      as $$
        select lane from jobs where state = 'waiting' and lane > behind collate "C"
        order by lane, priority, run_at, id limit 1
      $$`)
  }

  override async down() {
    this.schema.raw(`update jobs set lane = coalesce(tenant_id, '-')`)
    this.schema.raw('drop index jobs_unique_key')
    this.schema.raw(uniqueKey('lane'))
    if (!this.postgres) return
    this.schema.raw('drop function next_job_lane')
    this.schema.raw('alter table jobs alter column lane type varchar(36) collate "default"')
    this.schema.raw(`
      create function next_job_lane(behind text, without text[]) returns text
      language sql stable set enable_bitmapscan = off set enable_sort = off set enable_seqscan = off
      as $$
        select lane from jobs where state = 'waiting' and lane > behind and lane <> all(without)
        order by lane, priority, run_at, id limit 1
      $$`)
  }
}

function uniqueKey(scope: string): string {
  return `create unique index jobs_unique_key on jobs (${scope}, name, unique_key)
    where unique_key is not null and state <> 'failed'`
}
