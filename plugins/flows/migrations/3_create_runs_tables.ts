import { Schema } from '@crossdock/kernel/database'

const runs = 'flow_execution_history'
const steps = 'flow_step_results'
const waits = 'flow_event_waits'
const ofRun = { references: { run_id: runs } }

/** Runs of workflows, the results of their steps, and what running steps need. Rows are deleted with their run. */
export default class extends Schema {
  override async up() {
    this.#createRuns()
    this.#countRuns()
    this.#createSteps()
    // The events that steps wait for, a row for each type of event.
    this.createTenantTable(
      waits,
      (table) => {
        table.string('run_id', 36).notNullable()
        table.string('token', 64).notNullable()
        table.string('event_type', 100).notNullable()
        // Events up to this position of the log do not count.
        table.bigInteger('from_seq').notNullable()
        table.string('asset_id', 36).nullable()
        this.json(table, 'filter').nullable()
        table.string('saved_by', 36).nullable()
        table.index(['tenant_id', 'event_type'], `${waits}_type`)
        table.index(['tenant_id', 'token'], `${waits}_token`)
        table.index(['tenant_id', 'run_id'], `${waits}_run`)
      },
      ofRun
    )
    // Files that a running step has copied or moved, so that none is processed twice. Rows are deleted when the
    // step is done. They are read by run and step only.
    this.createTenantTable(
      'flow_file_syncs',
      (table) => {
        table.string('run_id', 36).notNullable()
        // Hash of the step's position in the run.
        table.string('place', 64).notNullable()
        table.string('asset_id', 36).notNullable()
        table.string('source_path', 4_000).notNullable()
        table.string('fate', 20).notNullable()
        table.string('target_id', 36).nullable()
        table.integer('target_version').nullable()
        table.string('target_name', 255).nullable()
        table.text('reason').nullable()
        table.unique(['tenant_id', 'run_id', 'place', 'asset_id'])
      },
      ofRun
    )
  }

  /** Deleted with their environment or tenant, and by retention. */
  #createRuns(): void {
    this.createTenantTable(
      runs,
      (table) => {
        table.string('environment_id', 36).notNullable()
        // No foreign key: the history outlives its workflow.
        table.string('flow_id', 36).notNullable()
        table.string('flow_name', 255).notNullable()
        // The definition at the start; the run keeps it when the workflow changes.
        table.string('version_id', 36).nullable()
        // The run acts as this person. No foreign key: a deleted person may do nothing.
        table.string('saved_by', 36).nullable()
        table.string('execution_id', 36).notNullable()
        table.string('trigger_type', 50).notNullable()
        table.string('trigger_event_id', 36).nullable()
        table.string('status', 20).notNullable().defaultTo('started')
        // What the steps can read: asset, event, person.
        this.json(table, 'context_data').notNullable()
        // No foreign key: the history outlives its files.
        table.string('asset_id', 36).nullable()
        table.string('current_step_id', 64).nullable()
        table.integer('current_step_order').nullable()
        table.integer('total_steps').notNullable()
        table.integer('completed_steps').notNullable().defaultTo(0)
        table.integer('failed_steps').notNullable().defaultTo(0)
        table.integer('failed_items').notNullable().defaultTo(0)
        table.text('error_message').nullable()
        table.string('job_id', 36).nullable()
        // Lineage: the event of the run's start, the first event of its chain, and the number of runs that led here.
        table.string('started_event_id', 36).nullable()
        table.string('root_id', 36).nullable()
        table.integer('depth').notNullable().defaultTo(0)
        // The run that started this one and waits for it. No foreign key: retention deletes runs one by one.
        table.string('parent_id', 36).nullable()
        table.string('parent_token', 64).nullable()
        // The first run of a chain of runs that started one another.
        table.string('first_id', 36).nullable()
        table.string('replay_of', 36).nullable()
        table.string('replayed_from', 64).nullable()
        this.instant(table, 'retried_at').nullable()
        this.instant(table, 'started_at').nullable()
        this.instant(table, 'completed_at').nullable()
        // In milliseconds. A run may wait for months.
        table.bigInteger('duration').nullable()
        this.instant(table, 'paused_at').nullable()
        table.bigInteger('waited').notNullable().defaultTo(0)
        // The duration without the waits.
        table.bigInteger('worked').nullable()
        table.unique(['tenant_id', 'execution_id'])
        table.unique(['tenant_id', 'id'])
        table.index(['version_id'], `${runs}_version`)
        for (const columns of lists) {
          const name = `${runs}_of_environment_by_${columns[0]}`
          table.index(['tenant_id', 'environment_id', ...columns, 'id'], name)
        }
        table.index(['tenant_id', 'parent_id', 'created_at', 'id'], `${runs}_parent`)
        table.index(['tenant_id', 'first_id'], `${runs}_first`)
      },
      {
        references: {
          environment_id: 'tenant_environments',
          version_id: 'integration_workflow_versions',
        },
      }
    )
    this.searchable(runs, ['flow_name', 'flow_id', 'execution_id'])
  }

  /** Figures that exclude tests of drafts: queries/statistics.ts and queries/run_hours.ts. */
  #countRuns(): void {
    const real = { trigger_type: { not: 'test' } }
    const ended = {
      when: { ...real, status: ['completed', 'failed', 'cancelled'] },
      by: ['environment_id', 'status'],
    }
    this.counted(
      runs,
      { counter: 'flows.runs', when: real, hour: 'created_at', by: 'environment_id' },
      // The outcomes of the runs that were created in an hour, and the time that their steps took.
      { counter: 'flows.outcomes', ...ended, hour: 'created_at', sum: 'worked' },
      { counter: 'flows.ended', ...ended, hour: 'completed_at' }
    )
  }

  /** One row per step that has begun: its checkpoint. */
  #createSteps(): void {
    this.createTenantTable(
      steps,
      (table) => {
        table.string('run_id', 36).notNullable()
        table.string('step_id', 64).notNullable()
        table.string('path', 1_500).notNullable().defaultTo('')
        table.integer('step_order').notNullable()
        table.string('type', 50).notNullable()
        table.string('status', 20).notNullable()
        table.integer('attempts').notNullable()
        // Failed attempts since the start or the last manual retry, for the retry policy.
        table.integer('failures').notNullable().defaultTo(0)
        // The attempts so far: start, end and error of each.
        this.json(table, 'tries').notNullable()
        this.json(table, 'output').nullable()
        // The output for later steps, where people see masks.
        table.text('sealed').nullable()
        table.text('error_message').nullable()
        // How the step failed, if the run continued.
        this.json(table, 'failure').nullable()
        table.string('on_item_error', 10).nullable()
        // The branch that the step has entered.
        table.string('branch', 64).nullable()
        this.json(table, 'items').nullable()
        table.integer('parallel').nullable()
        table.string('waits_for', 10).nullable()
        table.string('token', 64).nullable()
        this.instant(table, 'started_at').notNullable()
        this.instant(table, 'completed_at').nullable()
        this.instant(table, 'next_try_at').nullable()
        table.unique(['run_id', 'path'], { indexName: `${steps}_path` })
        table.unique(['tenant_id', 'token'], { indexName: `${steps}_token` })
      },
      ofRun
    )
  }
}

/** Every list belongs to one environment: its filter and order. */
const lists = [
  ['created_at'],
  ['started_at'],
  ['completed_at'],
  ['status', 'created_at'],
  ['flow_id', 'created_at'],
  ['trigger_type', 'created_at'],
  ['asset_id', 'created_at'],
]
