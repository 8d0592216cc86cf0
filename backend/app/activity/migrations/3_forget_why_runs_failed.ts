import { Schema } from '@crossdock/kernel/database'

/** Why a run failed is told by the run, to those who may read it: entries of the feed name it only. */
export default class extends Schema {
  async up() {
    const [flowName, metadata] = this.postgres
      ? ["metadata->>'flowName'", "metadata - 'errorMessage'"]
      : ["json_extract(metadata, '$.flowName')", "json_remove(metadata, '$.errorMessage')"]
    // Forced row-level security would hide every row from the owner, too.
    if (this.postgres) this.schema.raw('alter table activity_logs no force row level security')
    this.schema.raw(
      `update activity_logs set action = 'Workflow ' || (${flowName}) || ' failed', metadata = ${metadata}
       where event_type = 'flow_failed' and ${flowName} is not null`
    )
    if (this.postgres) this.schema.raw('alter table activity_logs force row level security')
  }

  /** What was forgotten stays so. */
  async down() {}
}
