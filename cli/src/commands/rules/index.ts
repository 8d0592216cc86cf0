import type { Command } from 'commander'
import type { Factory } from '../../factory.js'
import { examples } from '../../help.js'
import type { SetRulesOptions } from './rules.js'

const HELP = `
Omitted options keep their values. The rules apply immediately, including to open sessions. API tokens are not affected.`

const append = (value: string, before: string[] = []) => [...before, value]

/** Adds the commands for an organization's sign-in rules. */
export function addRules(program: Command, factory: Factory): void {
  const rules = program
    .command('rules')
    .description('Show and set how people of the tenant sign in')
  const load = () => import('./rules.js')

  rules
    .command('show')
    .description('Show the sign-in rules')
    .addHelpText('after', examples('crossdock rules show'))
    .action(async () => (await load()).showRules(factory))

  rules
    .command('set')
    .description('Change the sign-in rules')
    .addOption(
      rules
        .createOption(
          '--domain <domain>',
          'allow only addresses of this domain; may be given several times'
        )
        .argParser(append)
    )
    .option('--any-domain', 'allow addresses of any domain')
    .option('--sso-only', 'allow sign-in only through an identity provider')
    .option('--no-sso-only', 'also allow sign-in by mail and passkey')
    .option(
      '--session-hours <hours>',
      'end sessions this long after their start; "usual" restores the default'
    )
    .option('-y, --yes', 'do not ask, even when people lose access')
    .addHelpText('after', HELP)
    .addHelpText(
      'after',
      examples(
        'crossdock rules set --domain acme.example --domain acme.test',
        'crossdock rules set --sso-only --session-hours 12',
        'crossdock rules set --any-domain --no-sso-only --session-hours usual --yes'
      )
    )
    .action(async (options: SetRulesOptions) => (await load()).setRules(factory, options))
}
