import { Option, type Command } from 'commander'
import type { Factory } from '../../factory.js'
import { examples } from '../../help.js'
import type { RotateOptions } from './change.js'
import type { ListRequestsOptions } from './list.js'
import type { ListenOptions } from './listen.js'

const OUTCOMES = [
  ...['accepted', 'duplicate', 'paused', 'inactive_environment', 'no_workflow', 'refused_method'],
  ...['refused_signature', 'refused_body', 'refused_schema', 'refused_files', 'too_large'],
  ...['incomplete', 'limit'],
]
const WEBHOOK = 'the name of its workflow or endpoint, its address, or any part of an id'
const REQUEST = 'its id, or any part of it'

/** What other systems call, and what came. */
export function addWebhooks(program: Command, factory: Factory): void {
  const webhooks = program
    .command('webhooks')
    .description('See the addresses other systems call, and what came')

  webhooks
    .command('list')
    .description('List webhook addresses')
    .addHelpText('after', examples('crossdock webhooks list'))
    .action(async () => {
      const { listWebhooks } = await import('./list.js')
      await listWebhooks(factory)
    })

  webhooks
    .command('show')
    .description('Show a webhook: its address, its verification, how it answers')
    .argument('<name-or-id>', WEBHOOK)
    .addHelpText('after', examples('crossdock webhooks show "Order intake"'))
    .action(async (typed: string) => {
      const { findWebhook } = await import('./find.js')
      const { printRecord } = await import('../../output/record.js')
      const webhook = await findWebhook(await factory.api(), typed)
      if (factory.flags.json) factory.printJson(webhook)
      else printRecord(factory, webhook)
    })

  webhooks
    .command('rotate')
    .description('Give a webhook another secret, and print it this once')
    .argument('<name-or-id>', WEBHOOK)
    .option('--keep <hours>', 'how long the secret before is good, too (24)')
    .option('--yes', 'do not ask')
    .addHelpText('after', examples('crossdock webhooks rotate "Order intake" --keep 48 --yes'))
    .action(async (typed: string, options: RotateOptions) => {
      const { rotateSecret } = await import('./change.js')
      await rotateSecret(factory, typed, options)
    })

  webhooks
    .command('requests')
    .description('List what came to webhooks, newest first')
    .option('--webhook <name-or-id>', `only of this one: ${WEBHOOK}`)
    .addOption(new Option('--outcome <outcome>', 'only these').choices(OUTCOMES))
    .option('--after <time>', 'only later ones: a time, or how long ago (24h, 7d)')
    .option('--before <time>', 'only earlier ones: a time, or how long ago')
    .option('--limit <count>', 'how many at most', '50')
    .addHelpText('after', examples('crossdock webhooks requests --outcome paused --after 24h'))
    .action(async (options: ListRequestsOptions) => {
      const { listRequests } = await import('./list.js')
      await listRequests(factory, options)
    })

  webhooks
    .command('replay')
    .description('Run a stored request again, without its signature')
    .argument('<request>', REQUEST)
    .addHelpText('after', examples('crossdock webhooks replay 3f1c8a52'))
    .action(async (typed: string) => {
      const { replayRequest } = await import('./change.js')
      await replayRequest(factory, typed)
    })

  webhooks
    .command('listen')
    .description('Hand what comes on to a program of your own, until it is interrupted')
    .requiredOption('--forward-to <url>', 'where it is sent, such as http://localhost:3000/hook')
    .option('--webhook <name-or-id>', `only of this one: ${WEBHOOK}`)
    .option('--after <time>', 'begin then, not now: a time, or how long ago (10m)')
    .option('--count <number>', 'end after so many requests')
    .addHelpText(
      'after',
      '\nSecrets are not stored, signatures among them: their headers are left out. Forms whose files were put into a folder are left out. With --json every request is one line of JSON.'
    )
    .addHelpText(
      'after',
      examples('crossdock webhooks listen --forward-to http://localhost:3000/hook --after 10m')
    )
    .action(async (options: ListenOptions) => {
      const { listen } = await import('./listen.js')
      await listen(factory, options)
    })
}
