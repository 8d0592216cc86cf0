import { clock } from '@crossdock/kernel/database'
import { operatorTokens } from '@crossdock/backend/tokens'
import { args, BaseCommand, flags } from '@adonisjs/core/ace'
import { claimDataDir, FolderInUse } from '@crossdock/kernel/boot'
import { settings } from '@crossdock/kernel/settings'
import { refusalOf } from './on_data.js'

const dayMs = 24 * 60 * 60 * 1000
const mostDays = 3650

/** Creates an API token of the super administrator without a sign-in: for scripts, from the first start on. */
export default class TokenCreate extends BaseCommand {
  static override commandName = 'token:create'
  static override description =
    'Print a new API token of the super administrator (ADMIN_EMAIL), once'
  static override help = [
    'Works before the first start, too: it prepares the database. On SQLite no server may be running at the same time.',
    'CROSSDOCK_TOKEN=$({{ binaryName }} token:create provisioning --days=1)',
  ]

  @args.string({ description: 'Name of the token', required: false, default: 'operator' })
  declare name: string

  @flags.number({ description: 'Days until the token expires (default: never)' })
  declare days?: number

  override async run(): Promise<void> {
    const { days } = this
    if (days !== undefined && !(days > 0 && days <= mostDays)) {
      return this.#refuse(`--days must be a number above 0 and up to ${mostDays}.`)
    }
    const { DATABASE_URL, DATA_DIR } = settings.use()
    try {
      if (!DATABASE_URL) claimDataDir(DATA_DIR)
      await this.app.boot()
      await this.app.start(() => undefined)
      const end = days === undefined ? null : new Date(clock.now() + days * dayMs).toISOString()
      const token = await operatorTokens.use().create(this.name, end)
      // Only the token goes to standard output, for use in $(…).
      process.stdout.write(`${token}\n`)
      process.stderr.write('The token is shown only once. It allows everything: store it safely.\n')
    } catch (error) {
      if (error instanceof FolderInUse) {
        const instead = 'While the server runs, use: crossdock tokens create'
        return this.#refuse(`${error.message} ${instead}`)
      }
      return this.#refuse(refusalOf(error))
    }
  }

  #refuse(why: string): void {
    process.stderr.write(`${why}\n`)
    this.exitCode = 1
  }
}
