import type { Command } from 'commander'
import type { Factory } from '../../factory.js'
import { examples } from '../../help.js'
import { addCreate, addRecordVerbs } from '../../records/commands.js'

/** Definitions of flows. */
export function addWorkflows(program: Command, factory: Factory): void {
  const workflows = program
    .command('workflows')
    .description('See and change the workflows of the tenant')
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

  addCreate(workflows, factory, wording, load, async () => (await load()).path).addHelpText(
    'after',
    examples('crossdock workflows create --input intake.json')
  )
  addRecordVerbs(workflows, factory, wording, load)
}
