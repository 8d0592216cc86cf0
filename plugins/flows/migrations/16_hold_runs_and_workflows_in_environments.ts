import { ofEnvironment } from '@crossdock/environments/contracts'
import { Schema } from '@crossdock/kernel/database'

const tables = ['integration_workflows', 'flow_execution_history']

/** Each is of an environment of its own tenant, and goes with it. */
export default class extends Schema {
  static override disableTransactions = true

  override async up() {
    for (const table of tables) this.bindReference(ofEnvironment(table))
  }

  override async down() {
    for (const table of tables) this.dropReference({ ...ofEnvironment(table), required: false })
  }
}
