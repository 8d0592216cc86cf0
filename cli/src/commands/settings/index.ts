import { Option, type Command } from 'commander'
import type { Factory } from '../../factory.js'
import { examples } from '../../help.js'
import type { SetProfileOptions } from './profile.js'

const HELP = `
What is not named stays; "none" takes a name, the language or the time zone away. A token with scopes has no profile.`

/** One's own profile. */
export function addSettings(program: Command, factory: Factory): void {
  const settings = program
    .command('settings')
    .description('See and set your own profile: name, language, time zone, appearance')
  const load = () => import('./profile.js')

  settings
    .command('show', { isDefault: true })
    .description('Show your profile')
    .addHelpText('after', examples('crossdock settings', 'crossdock settings show'))
    .action(async () => (await load()).showProfile(factory))

  settings
    .command('set')
    .description('Change your profile')
    .option('--first-name <name>', 'your first name')
    .option('--last-name <name>', 'your last name')
    .option('--language <tag>', 'of the console, as "de"')
    .option('--time-zone <zone>', 'times are shown in, as "Europe/Berlin"')
    .addOption(
      new Option('--appearance <look>', 'the colors of the console').choices([
        'system',
        'light',
        'dark',
      ])
    )
    .addHelpText('after', HELP)
    .addHelpText(
      'after',
      examples(
        'crossdock settings set --first-name Ada --last-name Quay',
        'crossdock settings set --language de --time-zone Europe/Berlin',
        'crossdock settings set --time-zone none --appearance system'
      )
    )
    .action(async (options: SetProfileOptions) => (await load()).setProfile(factory, options))
}
