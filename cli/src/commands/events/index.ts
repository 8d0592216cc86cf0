import { Option, type Command } from 'commander'
import type { Factory } from '../../factory.js'
import { eventTypes, parkedIds } from '../../completion/names.js'
import { examples } from '../../help.js'
import { addListAndExport } from '../../output/list_and_export.js'
import type { RetryOptions } from './change.js'
import type { FilterOptions } from './filter.js'
import type { ParkedOptions } from './parked.js'
import type { TailOptions } from './tail.js'

/** Adds the commands of the event log and its parked events. */
export function addEvents(program: Command, factory: Factory): void {
  const events = program
    .command('events')
    .description('Search and follow the event log, and manage parked events')

  addListAndExport<FilterOptions>(events, factory, {
    filtered: (command) => addFilterFlags(command, factory),
    list: {
      description: 'List the event log, newest first',
      examples: [
        'crossdock events list --type file_upload,flow_failed --since 24h',
        'crossdock events list --status parked,failed',
        'crossdock events list --cause 019a2b3c-7a3e-7d34-9c55-3f1d8f0b2a11',
      ],
      load: async () => (await import('./list.js')).listEvents,
    },
    export: {
      description: 'Print events as CSV, or save them',
      note: 'An export contains at most 50,000 events. Its last line says when there are more.',
      examples: ['crossdock events export --since 7d --output week.csv'],
      load: async () => (await import('./export.js')).exportEvents,
    },
  })

  events
    .command('show')
    .description('Show one event: its payload, the consumers that parked it, and its effects')
    .argument('<id>', 'its id, or the beginning of its id')
    .addHelpText('after', examples('crossdock events show 019a2b3c'))
    .action(async (id: string) => {
      const { showEvent } = await import('./show.js')
      await showEvent(factory, id)
    })

  events
    .command('tail')
    .description('Print new events until interrupted')
    .addOption(
      factory.suggest(
        events.createOption('--type <names>', 'only these types, separated by commas'),
        eventTypes(factory)
      )
    )
    .option('--target-type <type>', 'only events about this kind of resource, such as "asset"')
    .option('--target <id>', 'only events about the resource with this id')
    .option('--after <id>', 'start after this event instead of with new events')
    .option('--count <number>', 'exit after this many events')
    .addHelpText('after', '\nWith --json every event is one line of JSON.')
    .addHelpText(
      'after',
      examples('crossdock events tail', 'crossdock events tail --target-type asset --json')
    )
    .action(async (options: TailOptions) => {
      const { tailEvents } = await import('./tail.js')
      await tailEvents(factory, options)
    })

  events
    .command('parked')
    .description('List events a consumer could not handle, newest first')
    .addOption(new Option('--state <state>', 'only these').choices(['waiting', 'failed']))
    .option('--consumer <name>', 'only those of this consumer')
    .option('--limit <count>', 'how many at most', '50')
    .addHelpText(
      'after',
      examples('crossdock events parked', 'crossdock events parked --state failed')
    )
    .action(async (options: ParkedOptions) => {
      const { listParked } = await import('./parked.js')
      await listParked(factory, options)
    })

  events
    .command('retry')
    .description('Retry one parked event, or all of them')
    .addArgument(
      factory.suggest(
        events.createArgument('[id]', 'its id in the list of parked events, or any part of the id'),
        parkedIds(factory)
      )
    )
    .option('--all', 'every parked event, at most 1,000')
    .option('--consumer <name>', 'with --all: only those of this consumer')
    .addHelpText(
      'after',
      examples(
        'crossdock events retry 019a2b3c',
        'crossdock events retry --all --consumer flows.triggers'
      )
    )
    .action(async (id: string | undefined, options: RetryOptions) => {
      const { retryParked } = await import('./change.js')
      await retryParked(factory, id, options)
    })

  events
    .command('give-up')
    .description('Give up a parked event; its consumer continues and the log keeps the event')
    .addArgument(
      factory.suggest(
        events.createArgument('<id>', 'its id in the list of parked events, or any part of the id'),
        parkedIds(factory)
      )
    )
    .option('--reason <text>', 'why; recorded in the log and in the audit')
    .addHelpText(
      'after',
      examples('crossdock events give-up 019a2b3c --reason "The partner is gone"')
    )
    .action(async (id: string, options: { reason?: string }) => {
      const { giveUpParked } = await import('./change.js')
      await giveUpParked(factory, id, options)
    })
}

/** Adds the filter flags of the list and the export. */
function addFilterFlags(command: Command, factory: Factory): Command {
  return command
    .addOption(
      factory.suggest(
        command.createOption('--type <names>', 'only these types, separated by commas'),
        eventTypes(factory)
      )
    )
    .option('--group <names>', 'only these areas, separated by commas: "assets", "flows"')
    .option('--status <names>', 'only these statuses, separated by commas: "parked", "failed"')
    .option('--target <id>', 'only events about the resource with this id')
    .option('--cause <id>', 'only events that this event caused directly')
    .option('--chain <id>', 'only the chain that began with this event')
    .option('--actor <id>', 'only events of this person, token or workflow')
    .option('--since <time>', 'only later ones: a time, or how long ago (24h, 7d)')
    .option('--until <time>', 'only earlier ones: a time, or how long ago')
    .option('--search <text>', 'an id, a part of a type, or words of the activity feed')
}
