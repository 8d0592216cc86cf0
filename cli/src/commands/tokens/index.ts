import { Option, type Command } from 'commander'
import type { Factory } from '../../factory.js'
import { environmentNames, permissions, tokenNames } from '../../completion/names.js'
import { examples } from '../../help.js'
import type { CreateTokenOptions } from './create.js'
import type { ListTokensOptions } from './list.js'

const STATUSES = ['active', 'expiring', 'expired', 'revoked']

const CREATE_HELP = `
Scopes are permissions; "crossdock whoami --query permissions" lists those you have.

At a terminal and in a pipe standard output is the token alone; it is shown this once.
It is yours: it can do what you can, or of that what its scopes say. Made by a token, as
"crossdock login" stores one, it also ends when that one is revoked or expires.`

/** Keys for programs. */
export function addTokens(program: Command, factory: Factory): void {
  const tokens = program.command('tokens').description('See, create and revoke API tokens')
  const all = (value: string, before: string[] = []) => [...before, value]

  tokens
    .command('list')
    .description("List API tokens: your own, or with tokens.read everybody's")
    .option('--all', 'revoked and expired ones, too')
    .addOption(
      new Option('--status <status>', 'only these; "expiring" are those that end within seven days')
        .choices(STATUSES)
        .conflicts('all')
    )
    .addHelpText(
      'after',
      examples('crossdock tokens list', 'crossdock tokens list --status expiring')
    )
    .action(async (options: ListTokensOptions) => {
      const { listTokens } = await import('./list.js')
      await listTokens(factory, options)
    })

  tokens
    .command('create')
    .description('Create an API token, and print it')
    .option('--name <name>', 'what it is for')
    .addOption(
      factory.suggest(
        tokens
          .createOption('--scope <permission>', 'let it do only this; may be given several times')
          .argParser(all),
        permissions(factory)
      )
    )
    .option('--expires <when>', 'days such as 90d, hours such as 12h, a date, or "never"')
    .addOption(
      factory.suggest(
        tokens.createOption('--only-environment <name>', 'let it work in this environment only'),
        environmentNames(factory)
      )
    )
    .addHelpText('after', CREATE_HELP)
    .addHelpText(
      'after',
      examples(
        'crossdock tokens create --name ci --scope assets.read --scope assets.write --expires 90d',
        'crossdock tokens create --name backup --expires 2027-01-31'
      )
    )
    .action(async (options: CreateTokenOptions) => {
      const { createToken } = await import('./create.js')
      await createToken(factory, options)
    })

  tokens
    .command('revoke')
    .description('Revoke an API token and all that it has made')
    .addArgument(
      factory.suggest(
        tokens.createArgument(
          '<name-or-id>',
          'its name, its beginning (cdk_…), or any part of its id'
        ),
        tokenNames(factory)
      )
    )
    .addHelpText('after', examples('crossdock tokens revoke ci'))
    .action(async (typed: string) => {
      const { revokeToken } = await import('./revoke.js')
      await revokeToken(factory, typed)
    })
}
