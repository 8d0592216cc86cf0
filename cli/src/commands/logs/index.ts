import { Option, type Command } from 'commander'
import type { Factory } from '../../factory.js'
import { callIds, recordNames } from '../../completion/names.js'
import { examples } from '../../help.js'
import type { SaveOptions } from '../../output/export.js'
import type { ListLogsOptions } from './list.js'

const STATUSES = ['pending', 'success', 'error', 'timeout']

/** Adds the commands for the calls to external systems. */
export function addLogs(program: Command, factory: Factory): void {
  const logs = program.command('logs').description('See the calls to external systems')

  logs
    .command('list')
    .description('List calls, newest first')
    .addOption(new Option('--status <status>', 'only these').choices(STATUSES))
    .option('--search <text>', "part of an execution's id")
    .addOption(
      factory.suggest(
        logs.createOption('--system <name-or-id>', 'only calls to this external system'),
        recordNames('/api/integrations/systems')(factory)
      )
    )
    .addOption(
      factory.suggest(
        logs.createOption('--workflow <name-or-id>', 'only calls of this workflow'),
        recordNames('/api/integrations/workflows')(factory)
      )
    )
    .option('--after <time>', 'only later ones: a time, or how long ago (24h, 7d)')
    .option('--before <time>', 'only earlier ones: a time, or how long ago')
    .option('--limit <count>', 'how many at most', '50')
    .addHelpText(
      'after',
      examples(
        'crossdock logs list --status error --after 24h',
        'crossdock logs list --system "Harbour" --after 2027-01-31 --before 2027-02-01'
      )
    )
    .action(async (options: ListLogsOptions) => {
      const { listLogs } = await import('./list.js')
      await listLogs(factory, options)
    })

  logs
    .command('show')
    .description('Show one call with its request and response')
    .addArgument(
      factory.suggest(
        logs.createArgument('<id>', 'any part of its id, or of the id of its execution'),
        callIds(factory)
      )
    )
    .addHelpText('after', examples('crossdock logs show be143721'))
    .action(async (id: string) => {
      const { findLog } = await import('./find.js')
      const { printRecord } = await import('../../output/record.js')
      const log = await findLog(await factory.api(), id)
      if (factory.flags.json) factory.printJson(log)
      else printRecord(factory, log)
    })

  logs
    .command('replay')
    .description('Make a call again, with the current credentials of its system')
    .addArgument(
      factory.suggest(
        logs.createArgument('<id>', 'any part of its id, or of the id of its execution'),
        callIds(factory)
      )
    )
    .addHelpText('after', examples('crossdock logs replay be143721'))
    .action(async (id: string) => {
      const { replayLog } = await import('./replay.js')
      await replayLog(factory, id)
    })

  logs
    .command('body')
    .description('Print or save a long body; "show" prints only its start')
    .addArgument(
      factory.suggest(
        logs.createArgument('<id>', 'any part of its id, or of the id of its execution'),
        callIds(factory)
      )
    )
    .addArgument(logs.createArgument('<part>', 'which one').choices(['request', 'response']))
    .option('--output <file>', 'file to save the body to')
    .option('--force', 'replace the file')
    .addHelpText('after', examples('crossdock logs body be143721 response --output answer.json'))
    .action(async (id: string, part: string, options: SaveOptions) => {
      const { printBody } = await import('./replay.js')
      await printBody(factory, id, part, options)
    })
}
