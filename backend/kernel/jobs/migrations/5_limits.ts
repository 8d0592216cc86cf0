import { Schema } from '../../database/index.js'

/**
 * Limits by key (`gate`, how many of it) and by name. A job behind a limit waits in a state of its
 * own, which no claim looks at; each index serves one question of `admit.ts`.
 */
export default class extends Schema {
  override async up() {
    // Compared byte by byte, so that it is hopped along alike everywhere.
    const text = `varchar(400)${this.postgres ? ' collate "C"' : ''}`
    this.schema.raw(`alter table jobs add column gate ${text}`)
    this.schema.raw('alter table jobs add column limit_of_key integer')
    this.schema.raw('alter table jobs add column limit_of_name integer')
    const index = (name: string, columns: string, condition: string) =>
      this.schema.raw(`create index jobs_${name} on jobs (${columns}) where ${condition}`)
    const tenant = `coalesce(tenant_id, '-')`
    index('held_by_key', 'gate, created_at, id', `state = 'held_key'`)
    index('held_by_name', `name, ${tenant}, created_at, id`, `state = 'held_name'`)
    index(
      'placed_by_key',
      'gate',
      `gate is not null and state in ('held_name', 'waiting', 'running')`
    )
    index(
      'placed_by_name',
      `name, ${tenant}`,
      `limit_of_name is not null and state in ('waiting', 'running')`
    )
  }

  override async down() {
    this.schema.raw(`update jobs set state = 'waiting' where state in ('held_key', 'held_name')`)
    for (const name of ['held_by_key', 'held_by_name', 'placed_by_key', 'placed_by_name']) {
      this.schema.raw(`drop index jobs_${name}`)
    }
    for (const column of ['gate', 'limit_of_key', 'limit_of_name']) {
      this.schema.raw(`alter table jobs drop column ${column}`)
    }
  }
}
