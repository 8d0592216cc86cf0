import type { Command } from 'commander'
import type { Factory } from '../../factory.js'
import { examples } from '../../help.js'
import { recordNames } from '../../completion/names.js'
import { addCreate, addRecordVerbs } from '../../records/commands.js'
import type { DiffOptions, ExportOptions, ImportOptions } from './carry.js'

/** Adds the commands for workflow definitions. */
export function addWorkflows(program: Command, factory: Factory): void {
  const workflows = program.command('workflows').description('Manage the workflows of the tenant')
  const wording = { noun: 'workflows', one: 'a workflow' }
  const load = async () => (await import('./kind.js')).workflowKind

  workflows
    .command('list')
    .description('List all workflows, active or not')
    .option('--search <text>', 'part of the name or the description')
    .addHelpText(
      'after',
      examples('crossdock workflows list', "crossdock workflows list --query '[?!isActive].name'")
    )
    .action(async (options: { search?: string }) => {
      const { listRecords } = await import('../../records/verbs.js')
      await listRecords(factory, await load(), { search: options.search })
    })

  workflows
    .command('schedule')
    .description('Show when a scheduled workflow runs next')
    .argument('<name-or-id>', 'its exact name, or any part of its id')
    .addHelpText('after', examples('crossdock workflows schedule "Morning stock report"'))
    .action(async (nameOrId: string) => {
      const { showSchedule } = await import('./schedule.js')
      await showSchedule(factory, nameOrId)
    })

  addCreate(workflows, factory, wording, load, async () => (await load()).path).addHelpText(
    'after',
    examples('crossdock workflows create --input intake.json')
  )
  addRecordVerbs(workflows, factory, wording, load)

  const named = (verb: Command) =>
    verb.addArgument(
      factory.suggest(
        verb.createArgument('<name-or-id>', 'its name, or any part of its id'),
        recordNames('/api/integrations/workflows')(factory)
      )
    )

  named(workflows.command('export'))
    .description('Write the definition of a workflow as JSON, secrets masked')
    .option('--output <file>', 'file to write to ("-" is standard output)', '-')
    .option('--force', 'replace the file if it exists')
    .addHelpText('after', examples('crossdock workflows export "Intake" --output intake.json'))
    .action(async (typed: string, options: ExportOptions) => {
      const { exportWorkflow } = await import('./carry.js')
      await exportWorkflow(factory, typed, options)
    })

  workflows
    .command('import')
    .description('Change the workflow of the same name, or create an inactive one')
    .requiredOption('--input <file>', 'a file written by "export" ("-" is standard input)')
    .option('--activate', 'make it active')
    .addHelpText('after', examples('crossdock workflows import --input intake.json --activate'))
    .action(async (options: ImportOptions) => {
      const { importWorkflow } = await import('./carry.js')
      await importWorkflow(factory, options)
    })

  named(workflows.command('diff'))
    .description('Compare a workflow with a file, or two of its versions, step by step')
    .option('--input <file>', 'compare with this file ("-" is standard input)')
    .option('--from <version>', 'compare this version')
    .option('--to <version>', 'with this version (default: the current one)')
    .addHelpText('after', '\nExits with 1 when they differ.')
    .addHelpText(
      'after',
      examples(
        'crossdock workflows diff "Intake" --input intake.json',
        'crossdock workflows diff "Intake" --from 3 --to 4'
      )
    )
    .action(async (typed: string, options: DiffOptions) => {
      const { diffWorkflow } = await import('./carry.js')
      await diffWorkflow(factory, typed, options)
    })
}
