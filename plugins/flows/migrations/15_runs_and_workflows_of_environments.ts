import { inProduction, readInProduction } from '@crossdock/environments/contracts'
import { Schema } from '@crossdock/kernel/database'

const runs = 'flow_execution_history'
const workflows = 'integration_workflows'

/** Every list lies within one environment: its index, and the one it had, each behind the tenant. */
const lists: Record<string, { columns: string[]; former?: string }[]> = {
  [workflows]: [
    { columns: ['name'] },
    { columns: ['created_at'] },
    { columns: ['updated_at'] },
    { columns: ['trigger_type'] },
  ],
  [runs]: [
    { columns: ['created_at'] },
    { columns: ['started_at'] },
    { columns: ['completed_at'] },
    { columns: ['status', 'created_at'] },
    { columns: ['flow_id', 'created_at'] },
    { columns: ['trigger_type', 'created_at'], former: `${runs}_trigger` },
    { columns: ['asset_id', 'created_at'], former: `${runs}_asset` },
  ],
}

const nameOf = (table: string, [column]: string[]) => `${table}_of_environment_by_${column}`
const formerOf = (table: string, columns: string[]) =>
  [table, 'tenant_id', ...columns, 'id', 'index'].join('_')

/** Workflows and their runs belong to an environment; what is there to `production`, with the jobs of runs under way. */
export default class extends Schema {
  override async up() {
    this.schema.raw(`alter table ${workflows} add column environment_id varchar(36)`)
    for (const table of [workflows, runs]) {
      this.changeRows(readInProduction(table), inProduction(table))
    }
    this.changeRows(readInProduction('jobs'), `${inProduction('jobs')} where name = 'flows.run'`)
    for (const [table, all] of Object.entries(lists)) {
      this.schema.alterTable(table, (made) => {
        for (const { columns, former = formerOf(table, columns) } of all) {
          made.index(['tenant_id', 'environment_id', ...columns, 'id'], nameOf(table, columns))
          made.dropIndex([], former)
        }
      })
    }
  }

  override async down() {
    for (const [table, all] of Object.entries(lists)) {
      this.schema.alterTable(table, (made) => {
        for (const { columns, former = formerOf(table, columns) } of all) {
          made.index(['tenant_id', ...columns, 'id'], former)
          made.dropIndex([], nameOf(table, columns))
        }
      })
    }
    this.schema.raw(`alter table ${workflows} drop column environment_id`)
  }
}
