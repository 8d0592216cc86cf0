import { Schema } from '@crossdock/kernel/database'

const reference = { table: 'flow_step_results', column: 'run_id', target: 'flow_execution_history' }

/** A step's result is one of a run of its own tenant. */
export default class extends Schema {
  static override disableTransactions = true

  override async up() {
    this.bindReference(reference)
  }

  override async down() {
    this.unbindReference(reference)
  }
}
