import { Option, type Command } from 'commander'
import type { Factory } from '../../factory.js'
import { executionIds } from '../../completion/names.js'
import { examples } from '../../help.js'
import type { ChangeOptions, Verb } from './change.js'
import type { ListExecutionsOptions } from './list.js'

const STATUSES = ['pending', 'running', 'completed', 'failed', 'cancelled']

/** Runs of flows. */
export function addExecutions(program: Command, factory: Factory): void {
  const executions = program
    .command('executions')
    .description('List, follow and change runs of flows')

  executions
    .command('list')
    .description('List executions, newest first')
    .addOption(new Option('--status <status>', 'only these').choices(STATUSES))
    .option('--search <text>', "part of the flow's name or of the id")
    .option('--after <time>', 'only later ones: a time, or how long ago (24h, 7d)')
    .option('--before <time>', 'only earlier ones: a time, or how long ago')
    .option('--limit <count>', 'how many at most', '50')
    .addHelpText(
      'after',
      examples(
        'crossdock executions list --status failed --after 7d',
        'crossdock executions list --search invoice --limit 5'
      )
    )
    .action(async (options: ListExecutionsOptions) => {
      const { listExecutions } = await import('./list.js')
      await listExecutions(factory, options)
    })

  executions
    .command('show')
    .description('Show one execution and its steps')
    .addArgument(
      factory.suggest(
        executions.createArgument('<id>', 'its id, or any part of the id'),
        executionIds(factory)
      )
    )
    .addHelpText('after', examples('crossdock executions show 3f2a9c41'))
    .action(async (id: string) => {
      const { showExecution } = await import('./show.js')
      await showExecution(factory, id)
    })

  executions
    .command('watch')
    .description('Follow one execution until it ends, or all of them until interrupted')
    .addArgument(
      factory.suggest(
        executions.createArgument('[id]', 'its id, or any part of the id'),
        executionIds(factory)
      )
    )
    .addHelpText(
      'after',
      '\nWith an id it exits with 1 unless the execution completes. ' +
        'Without one, --json prints one line for each change of an execution.'
    )
    .addHelpText(
      'after',
      examples('crossdock executions watch', 'crossdock executions watch 3f2a9c41')
    )
    .action(async (id: string | undefined) => {
      const { watchExecutions } = await import('./watch.js')
      await watchExecutions(factory, id)
    })

  const change = (verb: Verb, description: string, ...shown: string[]) =>
    executions
      .command(verb)
      .description(description)
      .addArgument(
        factory.suggest(
          executions.createArgument('[id]', 'its id, or any part of the id'),
          executionIds(factory)
        )
      )
      .option('--all', 'all executions that match the filters')
      .addOption(new Option('--status <status>', 'with --all: only these').choices(STATUSES))
      .option('--search <text>', "with --all: part of the flow's name or of the id")
      .option('--after <time>', 'with --all: only later ones: a time, or how long ago (24h, 7d)')
      .option('--before <time>', 'with --all: only earlier ones: a time, or how long ago')
      .option('--yes', 'with --all: do not ask')
      .addHelpText('after', examples(...shown))
      .action(async (id: string | undefined, options: ChangeOptions) => {
        const { changeExecutions } = await import('./change.js')
        await changeExecutions(factory, verb, id, options)
      })

  change(
    'cancel',
    'Stop executions that are running',
    'crossdock executions cancel 3f2a9c41',
    'crossdock executions cancel --all --search invoice --yes'
  )
  change(
    'retry',
    'Retry failed executions from the step that failed',
    'crossdock executions retry 3f2a9c41 --watch',
    'crossdock executions retry --all --after 24h'
  ).option('--watch', 'follow the execution; exits with 1 unless it completes')
  change(
    'replay',
    'Start ended executions again as new ones',
    'crossdock executions replay 3f2a9c41 --from-step step_2 --watch',
    'crossdock executions replay --all --status failed --after 7d'
  )
    .option('--from-step <id>', 'start at this step, with the outputs of the steps before it')
    .addOption(
      new Option(
        '--use-version <which>',
        'run the active version of the flow (default from the beginning), or the same version (default with --from-step)'
      ).choices(['active', 'same'])
    )
    .option('--input <json>', 'value of input.data, instead of that of the old execution')
    .option('--watch', 'follow the new execution; exits with 1 unless it completes')
}
