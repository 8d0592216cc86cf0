import { Schema } from '@crossdock/kernel/database'

const reference = {
  table: 'flow_execution_history',
  column: 'version_id',
  target: 'integration_workflow_versions',
}

/** A run's version is one of its own tenant. */
export default class extends Schema {
  static override disableTransactions = true

  override async up() {
    this.bindReference(reference)
  }

  override async down() {
    this.dropReference(reference)
  }
}
