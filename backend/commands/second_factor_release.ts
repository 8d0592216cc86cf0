import { secondFactorSwitch } from '@crossdock/backend/passkeys'
import { args, BaseCommand } from '@adonisjs/core/ace'
import { workOnData } from './on_data.js'

/** The way back for a tenant that requires a second factor nobody has any more. */
export default class SecondFactorRelease extends BaseCommand {
  static override commandName = 'second-factor:release'
  static override description =
    'Let a tenant require a second factor no more; who has chosen one is asked for it as before'
  static override help = [
    'On SQLite no server may be running meanwhile.',
    '  {{ binaryName }} second-factor:release acme',
  ]

  @args.string({ description: 'The tenant, by id or subdomain' })
  declare tenant: string

  override run(): Promise<void> {
    return workOnData(this, SecondFactorRelease.commandName, async () =>
      (await secondFactorSwitch.use().release(this.tenant))
        ? `${this.tenant} requires a second factor no more.`
        : `${this.tenant} required none.`
    )
  }
}
