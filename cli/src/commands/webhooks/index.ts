import type { Command } from 'commander'
import { recordNames } from '../../completion/names.js'
import type { Factory } from '../../factory.js'
import { examples } from '../../help.js'
import { addRecordVerbs } from '../../records/commands.js'
import type { CreateOptions, RotateOptions } from './change.js'
import { addInbound, INBOUND } from './inbound.js'
import type { DeliveriesOptions } from './list.js'
import type { ListenOptions } from './listen.js'

const path = '/api/webhooks'
const DELIVERY = 'its id, or any part of the id'
const kind = async () => (await import('./kind.js')).webhookKind as never

/** Adds the commands for outbound webhooks, which send events, and inbound ones, which other systems call. */
export function addWebhooks(program: Command, factory: Factory): void {
  const webhooks = program
    .command('webhooks')
    .description('Send events to other systems, and receive their requests')
  const named = () =>
    factory.suggest(
      webhooks.createArgument('<name-or-id>', 'its name, or any part of its id'),
      recordNames(path)(factory)
    )

  webhooks
    .command('list')
    .description('List outbound webhooks')
    .addHelpText('after', examples('crossdock webhooks list'))
    .action(async () => {
      const { listRecords } = await import('../../records/verbs.js')
      await listRecords(factory, await kind())
    })

  webhooks
    .command('create')
    .description('Create an outbound webhook, and print its signing secret once')
    .requiredOption('--name <name>', 'name shown to people')
    .requiredOption('--url <url>', 'where events are sent')
    .requiredOption('--event <types...>', 'event types, or "*" for all')
    .option('--header <headers...>', 'headers of each message, such as "X-Key: value"')
    .option('--rate <count>', 'maximum number of messages per second')
    .option('--paused', 'create the webhook paused')
    .addHelpText(
      'after',
      examples(
        'crossdock webhooks create --name Orders --url https://partner.example/hook --event file_upload'
      )
    )
    .action(async (options: CreateOptions) => {
      const { createWebhook } = await import('./change.js')
      await createWebhook(factory, options)
    })

  addRecordVerbs(
    webhooks,
    factory,
    { noun: 'webhooks', one: 'an outbound webhook', names: path },
    kind
  )

  for (const verb of ['pause', 'resume'] as const) {
    webhooks
      .command(verb)
      .description(
        verb === 'pause'
          ? 'Pause an outbound webhook: nothing is sent'
          : 'Resume an outbound webhook that is paused or disabled'
      )
      .addArgument(named())
      .addHelpText('after', examples(`crossdock webhooks ${verb} Orders`))
      .action(async (typed: string) => {
        const { switchWebhook } = await import('./change.js')
        await switchWebhook(factory, typed, verb)
      })
  }

  webhooks
    .command('rotate')
    .description('Rotate the signing secret of an outbound webhook; the new one is shown only once')
    .addArgument(named())
    .option('--keep <hours>', 'how long the previous secret also signs (default: 24)')
    .option('--yes', 'do not ask')
    .addHelpText('after', examples('crossdock webhooks rotate Orders --keep 48 --yes'))
    .action(async (typed: string, options: RotateOptions) => {
      const { rotateWebhook } = await import('./change.js')
      await rotateWebhook(factory, typed, options)
    })

  webhooks
    .command('event-types')
    .description('List the events that webhooks can receive')
    .addHelpText('after', examples('crossdock webhooks event-types'))
    .action(async () => {
      const { listEventTypes } = await import('./list.js')
      await listEventTypes(factory)
    })

  addDeliveries(webhooks, factory, named)
  addInbound(webhooks, factory)

  webhooks
    .command('listen')
    .description('Forward received requests to a local program until interrupted')
    .requiredOption('--forward-to <url>', 'target address, such as http://localhost:3000/hook')
    .option('--webhook <name-or-id>', `only requests of this webhook: ${INBOUND}`)
    .option('--after <time>', 'start at this time instead of now: a time, or how long ago (10m)')
    .option('--count <number>', 'exit after this many requests')
    .addHelpText(
      'after',
      '\nSecrets and signatures are not stored, so their headers are left out. Forms whose files were stored in a folder are skipped. With --json every request is one line of JSON.'
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

/** Adds the commands for deliveries. */
function addDeliveries(
  webhooks: Command,
  factory: Factory,
  named: () => ReturnType<Command['createArgument']>
): void {
  webhooks
    .command('deliveries')
    .description('List the deliveries of an outbound webhook, newest first')
    .addArgument(named())
    .option('--status <status>', 'waiting, retrying, delivered, failed or skipped')
    .option('--event <type>', 'only deliveries of this event type')
    .option('--since <time>', 'only later ones: a time, or how long ago (24h, 7d)')
    .option('--limit <count>', 'how many at most', '50')
    .addHelpText('after', examples('crossdock webhooks deliveries Orders --status failed'))
    .action(async (typed: string, options: DeliveriesOptions) => {
      const { listDeliveries } = await import('./list.js')
      await listDeliveries(factory, typed, options)
    })

  webhooks
    .command('resend')
    .description('Send a delivery again now')
    .addArgument(named())
    .argument('<delivery>', DELIVERY)
    .addHelpText('after', examples('crossdock webhooks resend Orders 3f1c8a52'))
    .action(async (typed: string, delivery: string) => {
      const { resend } = await import('./change.js')
      await resend(factory, typed, delivery)
    })

  webhooks
    .command('recover')
    .description('Send failed and missing deliveries since a time')
    .addArgument(named())
    .requiredOption('--since <time>', 'a time, or how long ago (24h, 7d); at most 30 days')
    .addHelpText('after', examples('crossdock webhooks recover Orders --since 24h'))
    .action(async (typed: string, options: { since: string }) => {
      const { recover } = await import('./change.js')
      await recover(factory, typed, options.since)
    })

  webhooks
    .command('example')
    .description('Send one example of an event')
    .addArgument(named())
    .requiredOption('--event <type>', 'its type, such as file_upload')
    .addHelpText('after', examples('crossdock webhooks example Orders --event file_upload'))
    .action(async (typed: string, options: { event: string }) => {
      const { sendExample } = await import('./change.js')
      await sendExample(factory, typed, options.event)
    })
}
