import { secondFactorSwitch } from '@crossdock/backend/passkeys'
import { args, BaseCommand, flags } from '@adonisjs/core/ace'
import { workOnData } from './on_data.js'

/** Recovery for a person who lost their devices and codes, and whom no administrator can reset. */
export default class SecondFactorReset extends BaseCommand {
  static override commandName = 'second-factor:reset'
  static override description =
    'Remove passkeys, recovery codes and sessions of a person, who then signs in by mail'
  static override help = [
    'Without --tenant the person is a super administrator. On SQLite no server may be running at the same time.',
    '  {{ binaryName }} second-factor:reset ada@example.com --tenant=acme',
  ]

  @args.string({ description: 'The address of the person' })
  declare email: string

  @flags.string({ description: 'Their tenant, by id or subdomain' })
  declare tenant?: string

  override run(): Promise<void> {
    return workOnData(this, SecondFactorReset.commandName, async () => {
      await secondFactorSwitch.use().reset(this.email, this.tenant ?? null)
      return `Reset the second factor of ${this.email}.`
    })
  }
}
