import { Option, type Command } from 'commander'
import type { Factory } from '../../factory.js'
import { eventTypes, parkedIds } from '../../completion/names.js'
import { examples } from '../../help.js'
import type { ParkedOptions } from './parked.js'
import type { TailOptions } from './tail.js'

/** The log: what happens, and what a consumer of it could not handle. */
export function addEvents(program: Command, factory: Factory): void {
  const events = program
    .command('events')
    .description('Follow the log, and look after parked events')

  events
    .command('tail')
    .description('Print what happens, as it happens, until it is interrupted')
    .addOption(
      factory.suggest(
        events.createOption('--type <names>', 'only these kinds, with commas between'),
        eventTypes(factory)
      )
    )
    .option('--target-type <type>', 'only what is about this kind of thing, such as "asset"')
    .option('--target <id>', 'only what is about this one thing')
    .option('--after <id>', 'begin behind this event, not with what happens from now on')
    .option('--count <number>', 'end after so many events')
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
    .description('Have a parked event handled at once')
    .addArgument(
      factory.suggest(
        events.createArgument('<id>', 'its id in the list of parked events, or any part of it'),
        parkedIds(factory)
      )
    )
    .addHelpText('after', examples('crossdock events retry 019a2b3c'))
    .action(async (id: string) => {
      const { retryParked } = await import('./change.js')
      await retryParked(factory, id)
    })

  events
    .command('give-up')
    .description('Let a consumer go on without a parked event; the log keeps it')
    .addArgument(
      factory.suggest(
        events.createArgument('<id>', 'its id in the list of parked events, or any part of it'),
        parkedIds(factory)
      )
    )
    .addHelpText('after', examples('crossdock events give-up 019a2b3c'))
    .action(async (id: string) => {
      const { giveUpParked } = await import('./change.js')
      await giveUpParked(factory, id)
    })
}
