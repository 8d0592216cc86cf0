import { Schema } from '@crossdock/kernel/database'

const table = 'integration_logs'
/** Of the few rows that name contents of the store, and only for those. */
const indexes = {
  integration_logs_request_content: 'request_content_id',
  integration_logs_response_content: 'response_content_id',
}

/**
 * Long bodies of calls, masked, as contents of the store: `contentNames` tells which contents rows still name, and the store
 * gives the others back. Beside them what a call can be made again with: its parameters, masked, and which call it repeats.
 */
export default class extends Schema {
  override async up() {
    this.schema.alterTable(table, (made) => {
      made.string('request_content_id', 64).nullable()
      made.string('response_content_id', 64).nullable()
      this.json(made, 'input_data').nullable()
      made.string('replay_of', 36).nullable()
    })
    for (const [name, column] of Object.entries(indexes))
      this.schema.raw(
        `create index ${name} on ${table} (tenant_id, ${column}) where ${column} is not null`
      )
  }

  override async down() {
    for (const [name, column] of Object.entries(indexes)) {
      this.schema.raw(`drop index ${name}`)
      this.schema.raw(`alter table ${table} drop column ${column}`)
    }
    for (const column of ['input_data', 'replay_of'])
      this.schema.raw(`alter table ${table} drop column ${column}`)
  }
}
