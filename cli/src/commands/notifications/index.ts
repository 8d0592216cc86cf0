import type { Command } from 'commander'
import { UsageError } from '../../errors.js'
import type { Factory } from '../../factory.js'
import { examples } from '../../help.js'
import type { ListNotificationsOptions } from './list.js'
import type { ReadOptions } from './read.js'
import type { SettingsOptions } from './settings.js'

/** Adds the commands for notifications and their settings. */
export function addNotifications(program: Command, factory: Factory): void {
  const notifications = program
    .command('notifications')
    .description('List your notifications, and choose which ones you get')

  notifications
    .command('list')
    .description('List your notifications, newest first')
    .option('--unread', 'only unread ones')
    .option('--limit <count>', 'how many at most', '50')
    .addHelpText('after', examples('crossdock notifications list --unread'))
    .action(async (options: ListNotificationsOptions) =>
      (await import('./list.js')).listNotifications(factory, options)
    )

  notifications
    .command('read')
    .description('Mark notifications as read')
    .addArgument(
      notifications.createArgument('[ids...]', 'their ids; any part of one that no other has')
    )
    .option('--all', 'all notifications')
    .addHelpText(
      'after',
      examples('crossdock notifications read 3f1d8f0b', 'crossdock notifications read --all')
    )
    .action(async (ids: string[], options: ReadOptions) =>
      (await import('./read.js')).readNotifications(factory, ids, options)
    )

  const settings = notifications
    .command('settings')
    .description('Show your notification settings, or change one kind')
    .addArgument(notifications.createArgument('[kind]', 'such as "flows.runFailed"'))
    .option('--console', 'notify in the console')
    .option('--no-console', 'do not notify in the console')
    .option('--mail', 'notify by mail')
    .option('--no-mail', 'do not notify by mail')
    .addHelpText(
      'after',
      examples(
        'crossdock notifications settings',
        'crossdock notifications settings flows.runFailed --no-mail'
      )
    )
    .action(async (kind: string | undefined, options: SettingsOptions) =>
      (await import('./settings.js')).notificationSettings(factory, kind, options)
    )
  for (const way of ['console', 'mail']) refuseBoth(settings, way)
}

/** Refuse a flag together with its opposite: otherwise the last one would silently win. */
function refuseBoth(command: Command, way: string): void {
  const given = new Set<string>()
  for (const flag of [way, `no-${way}`]) {
    command.on(`option:${flag}`, () => {
      if (given.add(flag).size < 2) return
      throw new UsageError(`--${way} and --no-${way} exclude each other. Give one of them.`)
    })
  }
}
