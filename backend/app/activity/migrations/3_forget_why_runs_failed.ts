import { Schema } from '@crossdock/kernel/database'

/** Why a run failed is told by the run, to those who may read it: entries of the feed name it only. */
export default class extends Schema {
  async up() {
    const [flowName, metadata] = this.postgres
      ? ["metadata->>'flowName'", "metadata - 'errorMessage'"]
      : ["json_extract(metadata, '$.flowName')", "json_remove(metadata, '$.errorMessage')"]
    this.changeRows(
      ['activity_logs'],
      `update activity_logs set action = 'Workflow ' || (${flowName}) || ' failed', metadata = ${metadata}
       where event_type = 'flow_failed' and ${flowName} is not null`
    )
  }

  /** What was forgotten stays so. */
  async down() {}
}
