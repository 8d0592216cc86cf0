import type { Command } from 'commander'
import type { Factory } from '../../factory.js'
import { examples } from '../../help.js'
import type { SetRetentionOptions } from './retention.js'

const HELP = `
"crossdock retention show" lists the kinds. Older records are deleted permanently at night. The command asks first when a
shorter time deletes existing records. Records of environments are kept for logsRetentionDays at most.`

/** Adds the commands for an organization's retention rules. */
export function addRetention(program: Command, factory: Factory): void {
  const retention = program
    .command('retention')
    .description('Show and set how long records are kept')
  const load = () => import('./retention.js')

  retention
    .command('show', { isDefault: true })
    .description('Show how long each kind of record is kept, and what was deleted last')
    .addHelpText('after', examples('crossdock retention', 'crossdock retention show'))
    .action(async () => (await load()).showRetention(factory))

  retention
    .command('set <kind> <days>')
    .description('Keep a kind of record for this many days; "usual" restores the default')
    .option('-y, --yes', 'do not ask, even when records will be deleted')
    .addHelpText('after', HELP)
    .addHelpText(
      'after',
      examples(
        'crossdock retention set activity 365',
        'crossdock retention set runs 14 --yes',
        'crossdock retention set trash usual'
      )
    )
    .action(async (kind: string, days: string, options: SetRetentionOptions) =>
      (await load()).setRetention(factory, kind, days, options)
    )
}
