import { Option, type Command } from 'commander'
import type { Factory } from '../../factory.js'
import { environmentNames, permissions, tokenNames } from '../../completion/names.js'
import { examples } from '../../help.js'
import type { CreateTokenOptions } from './create.js'
import type { ListTokensOptions } from './list.js'

const STATUSES = ['active', 'expiring', 'expired', 'revoked']

const CREATE_HELP = `
Scopes are permissions; "crossdock whoami --query permissions" lists those you have.

Standard output is only the token, which is shown once.
The token has your permissions, limited to its scopes. A token created by another token, as
"crossdock login" stores one, ends when that one is revoked or expires.`

/** Adds the commands for API tokens. */
export function addTokens(program: Command, factory: Factory): void {
  const tokens = program.command('tokens').description('List, create and revoke API tokens')
  const append = (value: string, before: string[] = []) => [...before, value]

  tokens
    .command('list')
    .description('List API tokens: your own, or with tokens.read those of everyone')
    .option('--all', 'include revoked and expired tokens')
    .addOption(
      new Option('--status <status>', 'only this status; "expiring" tokens end within seven days')
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
    .option('--name <name>', 'name of the token')
    .addOption(
      factory.suggest(
        tokens
          .createOption(
            '--scope <permission>',
            'limit the token to this permission; may be given several times'
          )
          .argParser(append),
        permissions(factory)
      )
    )
    .option('--expires <when>', 'days such as 90d, hours such as 12h, a date, or "never"')
    .addOption(
      factory.suggest(
        tokens.createOption('--only-environment <name>', 'limit the token to this environment'),
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
    .description('Revoke an API token and all tokens it created')
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
