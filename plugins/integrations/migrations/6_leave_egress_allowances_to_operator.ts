import { Schema } from '@crossdock/kernel/database'

/** What a tenant may reach is not its own to widen. */
export default class extends Schema {
  async up() {
    this.leaveToOperator('egress_allowances')
  }

  async down() {
    this.leaveToOperator('egress_allowances', false)
  }
}
