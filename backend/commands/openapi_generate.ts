import { writeFile } from 'node:fs/promises'
import { BaseCommand, flags } from '@adonisjs/core/ace'
import { pluginHost } from '@crossdock/kernel/plugin'
import { clientFiles, trackedFiles } from './api_files.js'

/** Writes the files that are generated from the declarations. */
export default class OpenapiGenerate extends BaseCommand {
  static override commandName = 'openapi:generate'
  static override description = 'Write docs/reference, the error codes, and the typed client'

  @flags.boolean({ description: 'Write only the client and openapi.json, which Git ignores' })
  declare client: boolean

  override async run(): Promise<void> {
    const host = pluginHost.use()
    await host.fill()
    const files = { ...(await clientFiles(host)), ...(this.client ? {} : await trackedFiles(host)) }
    for (const [path, text] of Object.entries(files)) await writeFile(path, text)
  }
}
