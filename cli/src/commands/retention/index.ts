import type { Command } from 'commander'
import type { Factory } from '../../factory.js'
import { examples } from '../../help.js'
import type { SetRetentionOptions } from './retention.js'

const HELP = `
Kinds are named as "crossdock retention show" names them. What is older is deleted for good at night: where a shorter time does
that to records that are there, it is asked first. What belongs to environments is kept for their logsRetentionDays, or shorter.`

/** How long an organization keeps what is recorded. */
export function addRetention(program: Command, factory: Factory): void {
  const retention = program
    .command('retention')
    .description('See and set how long what is recorded is kept')
  const load = () => import('./retention.js')

  retention
    .command('show', { isDefault: true })
    .description('Show how long each kind of record is kept, and what was deleted last')
    .addHelpText('after', examples('crossdock retention', 'crossdock retention show'))
    .action(async () => (await load()).showRetention(factory))

  retention
    .command('set <kind> <days>')
    .description('Keep a kind of record for so many days; "usual" as usual')
    .option('-y, --yes', 'do not ask, also where records are deleted by it')
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
