import { Option, type Command } from 'commander'
import type { Factory } from '../../factory.js'
import type { ListExecutionsOptions } from './list.js'

const STATUSES = ['pending', 'running', 'completed', 'failed', 'cancelled']

/** Runs of flows. */
export function addExecutions(program: Command, factory: Factory): void {
  const executions = program.command('executions').description('see and follow runs of flows')

  executions
    .command('list')
    .description('list executions, newest first')
    .addOption(new Option('--status <status>', 'only these').choices(STATUSES))
    .option('--search <text>', "part of the flow's name or of the id")
    .option('--limit <count>', 'how many at most', '50')
    .action(async (options: ListExecutionsOptions) => {
      const { listExecutions } = await import('./list.js')
      await listExecutions(factory, options)
    })

  executions
    .command('show')
    .description('show one execution and its steps')
    .argument('<id>', 'its id, or the first characters of it')
    .action(async (id: string) => {
      const { showExecution } = await import('./show.js')
      await showExecution(factory, id)
    })

  executions
    .command('watch')
    .description('follow one execution to its end, or all of them until interrupted')
    .argument('[id]', 'its id, or the first characters of it')
    .addHelpText(
      'after',
      '\nWith an id it exits with 1 unless the execution completes. ' +
        'Without one, --json prints one execution a line each time one changes.'
    )
    .action(async (id: string | undefined) => {
      const { watchExecutions } = await import('./watch.js')
      await watchExecutions(factory, id)
    })
}
