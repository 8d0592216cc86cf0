import { Option, type Command } from 'commander'
import type { Factory } from '../../factory.js'
import { examples } from '../../help.js'
import type { RotateOptions } from './inbound_change.js'
import type { ListRequestsOptions } from './inbound_list.js'

const OUTCOMES = [
  'accepted',
  'duplicate',
  'paused',
  'inactive_environment',
  'no_workflow',
  'refused_method',
  'refused_signature',
  'refused_body',
  'refused_schema',
  'refused_files',
  'too_large',
  'incomplete',
  'limit',
]
export const INBOUND = 'the name of its workflow or endpoint, its address, or any part of an id'
const REQUEST = 'its id, or any part of the id'

/** Adds the commands for inbound webhooks and their received requests. */
export function addInbound(webhooks: Command, factory: Factory): void {
  const inbound = webhooks
    .command('inbound')
    .description('Manage inbound webhooks and their received requests')

  inbound
    .command('list')
    .description('List inbound webhooks')
    .addHelpText('after', examples('crossdock webhooks inbound list'))
    .action(async () => {
      const { listWebhooks } = await import('./inbound_list.js')
      await listWebhooks(factory)
    })

  inbound
    .command('show')
    .description('Show a webhook: its address, verification and response')
    .argument('<name-or-id>', INBOUND)
    .addHelpText('after', examples('crossdock webhooks inbound show "Order intake"'))
    .action(async (typed: string) => {
      const { findWebhook } = await import('./inbound_find.js')
      const { printRecord } = await import('../../output/record.js')
      const webhook = await findWebhook(await factory.api(), typed)
      if (factory.flags.json) factory.printJson(webhook)
      else printRecord(factory, webhook)
    })

  inbound
    .command('rotate')
    .description('Rotate the secret of a webhook; the new one is shown only once')
    .argument('<name-or-id>', INBOUND)
    .option('--keep <hours>', 'how long the previous secret stays valid (default: 24)')
    .option('--yes', 'do not ask')
    .addHelpText(
      'after',
      examples('crossdock webhooks inbound rotate "Order intake" --keep 48 --yes')
    )
    .action(async (typed: string, options: RotateOptions) => {
      const { rotateSecret } = await import('./inbound_change.js')
      await rotateSecret(factory, typed, options)
    })

  inbound
    .command('requests')
    .description('List received requests, newest first')
    .option('--webhook <name-or-id>', `only requests of this webhook: ${INBOUND}`)
    .addOption(new Option('--outcome <outcome>', 'only these').choices(OUTCOMES))
    .option('--after <time>', 'only later ones: a time, or how long ago (24h, 7d)')
    .option('--before <time>', 'only earlier ones: a time, or how long ago')
    .option('--limit <count>', 'how many at most', '50')
    .addHelpText(
      'after',
      examples('crossdock webhooks inbound requests --outcome paused --after 24h')
    )
    .action(async (options: ListRequestsOptions) => {
      const { listRequests } = await import('./inbound_list.js')
      await listRequests(factory, options)
    })

  inbound
    .command('replay')
    .description('Replay a stored request, without its signature')
    .argument('<request>', REQUEST)
    .addHelpText('after', examples('crossdock webhooks inbound replay 3f1c8a52'))
    .action(async (typed: string) => {
      const { replayRequest } = await import('./inbound_change.js')
      await replayRequest(factory, typed)
    })
}
