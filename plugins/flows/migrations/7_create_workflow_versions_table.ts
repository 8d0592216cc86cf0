import { Schema } from '@crossdock/kernel/database'

const versions = 'integration_workflow_versions'
const runs = 'flow_execution_history'
const workflows = 'integration_workflows'
const kept = [versions, workflows, runs, 'flow_step_results']
const columns =
  'id, tenant_id, created_at, workflow_id, version, name, trigger_type, trigger_config, steps, saved_by'

/** What runs have done that their workflow, as it is now, would not do: once for all of them. */
const formerVersions = `
  insert into ${versions} (${columns})
  select id, tenant_id, made_at, flow_id,
    row_number() over (partition by tenant_id, flow_id order by made_at, id),
    name, trigger_type, '{}', steps, saved_by
  from (
    select min(run.id) as id, run.tenant_id, run.flow_id, run.steps, min(run.created_at) as made_at,
      min(run.flow_name) as name, min(run.trigger_type) as trigger_type,
      min(run.saved_by) as saved_by
    from ${runs} run
    where not exists (
      select 1 from ${workflows} workflow
      where workflow.id = run.flow_id and workflow.tenant_id = run.tenant_id
        and workflow.steps = run.steps)
    group by run.tenant_id, run.flow_id, run.steps
  ) former`

/** The present version of a workflow bears its id: an id of its own each, on both databases. */
const presentVersions = `
  insert into ${versions} (${columns})
  select id, tenant_id, updated_at, id,
    1 + (select count(*) from ${versions} former
      where former.workflow_id = workflow.id and former.tenant_id = workflow.tenant_id),
    name, trigger_type, trigger_config, steps, saved_by
  from ${workflows} workflow`

const versionsOfRuns = `
  update ${runs} set version_id = (
    select version.id from ${versions} version
    where version.workflow_id = ${runs}.flow_id and version.tenant_id = ${runs}.tenant_id
      and version.steps = ${runs}.steps)`

/**
 * The definitions workflows have had, which runs point at instead of keeping a copy each; and what
 * steps of trees need: the path of a result, the branch it has entered, what it waits for.
 * Versions go with their tenant, and those no run points at with their workflow.
 */
export default class extends Schema {
  override async up() {
    this.createTenantTable(versions, (table) => {
      // No reference: the history outlives its workflow.
      table.string('workflow_id', 36).notNullable()
      table.integer('version').notNullable()
      table.string('name', 255).notNullable()
      table.string('trigger_type', 50).notNullable()
      this.json(table, 'trigger_config').notNullable()
      this.json(table, 'steps').notNullable()
      table.string('saved_by', 36).nullable()
      table.unique(['tenant_id', 'workflow_id', 'version'], {
        indexName: 'integration_workflow_versions_number',
      })
    })
    this.schema.alterTable(workflows, (table) => {
      table.string('version_id', 36).nullable()
    })
    this.schema.alterTable(runs, (table) => {
      table.string('version_id', 36).nullable()
      table.index(['version_id'], 'flow_execution_history_version')
    })
    this.schema.alterTable('flow_step_results', (table) => {
      table.string('path', 1_500).notNullable().defaultTo('')
      table.string('branch', 64).nullable()
      this.json(table, 'items').nullable()
      table.integer('parallel').nullable()
      table.string('waits_for', 10).nullable()
      table.string('token', 64).nullable()
    })
    this.changeRows(
      kept,
      formerVersions,
      presentVersions,
      versionsOfRuns,
      `update ${workflows} set version_id = id`,
      'update flow_step_results set path = step_id'
    )
    // Not by the query builder: it would make SQLite's tables anew, without their foreign keys.
    this.schema.raw(`alter table ${runs} drop column steps`)
    this.schema.alterTable('flow_step_results', (table) => {
      table.dropUnique(['run_id', 'step_id'])
      table.unique(['run_id', 'path'], { indexName: 'flow_step_results_path' })
      table.unique(['tenant_id', 'token'], { indexName: 'flow_step_results_token' })
    })
  }

  override async down() {
    this.schema.raw(`alter table ${runs} add column steps ${this.postgres ? 'jsonb' : 'text'}`)
    this.changeRows(
      kept,
      `update ${runs} set steps = (select steps from ${versions} version where version.id = version_id)`
    )
    for (const name of ['flow_step_results_path', 'flow_step_results_token']) {
      this.schema.alterTable('flow_step_results', (table) => {
        table.dropUnique([], name)
      })
    }
    this.schema.raw('alter table flow_step_results drop column path')
    for (const name of ['branch', 'items', 'parallel', 'waits_for', 'token']) {
      this.schema.raw(`alter table flow_step_results drop column ${name}`)
    }
    this.schema.alterTable('flow_step_results', (table) => {
      table.unique(['run_id', 'step_id'])
    })
    this.schema.alterTable(runs, (table) => {
      table.dropIndex([], 'flow_execution_history_version')
    })
    for (const table of [runs, workflows]) {
      this.schema.raw(`alter table ${table} drop column version_id`)
    }
    this.schema.dropTable(versions)
  }
}
