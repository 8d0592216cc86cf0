import { secondFactorSwitch } from '@crossdock/backend/passkeys'
import { args, BaseCommand } from '@adonisjs/core/ace'
import { workOnData } from './on_data.js'

/**
 * Recovery for a tenant that requires a second factor, when none of its people has a second factor any more.
 */
export default class SecondFactorRelease extends BaseCommand {
  static override commandName = 'second-factor:release'
  static override description =
    'Stop requiring a second factor for a tenant; people who have one still use it'
  static override help = [
    'On SQLite no server may be running at the same time.',
    '  {{ binaryName }} second-factor:release acme',
  ]

  @args.string({ description: 'The tenant, by id or subdomain' })
  declare tenant: string

  override run(): Promise<void> {
    return workOnData(this, SecondFactorRelease.commandName, async () =>
      (await secondFactorSwitch.use().release(this.tenant))
        ? `${this.tenant} no longer requires a second factor.`
        : `${this.tenant} did not require a second factor.`
    )
  }
}
