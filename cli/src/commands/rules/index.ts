import type { Command } from 'commander'
import type { Factory } from '../../factory.js'
import { examples } from '../../help.js'
import type { SetRulesOptions } from './rules.js'

const HELP = `
What is not named stays. The rules hold from now on, also where people are signed in already. API tokens are not concerned.`

const all = (value: string, before: string[] = []) => [...before, value]

/** How the people of an organization sign in. */
export function addRules(program: Command, factory: Factory): void {
  const rules = program
    .command('rules')
    .description('See and set how the people of the tenant sign in')
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
          'let in addresses of this domain only; may be given several times'
        )
        .argParser(all)
    )
    .option('--any-domain', 'let in addresses of any domain')
    .option('--sso-only', 'let people in by an identity provider only')
    .option('--no-sso-only', 'let people in by mail and passkey, too')
    .option('--session-hours <hours>', 'end sessions so long after they begin; "usual" as usual')
    .option('-y, --yes', 'do not ask, also where people are shut out')
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
