import { readFile, writeFile } from 'node:fs/promises'
import { BaseCommand, flags } from '@adonisjs/core/ace'
import { pluginHost } from '@crossdock/kernel/plugin'
import { apiFiles, publicTypes } from './api_files.js'

/** Writes the API description, the types for console and CLI, and the tables for plugin authors. */
export default class OpenapiGenerate extends BaseCommand {
  static override commandName = 'openapi:generate'
  static override description =
    'Write docs/reference/openapi.json, docs/reference/plugins.md and the typed client'

  @flags.boolean({ description: 'Change nothing; fail when the files are out of date' })
  declare check: boolean

  @flags.string({ description: 'Write only the types of /api/v2, to this file' })
  declare publicTypes: string | undefined

  override async run(): Promise<void> {
    const host = pluginHost.use()
    await host.fill()
    if (this.publicTypes) return writeFile(this.publicTypes, await publicTypes())
    const files = await apiFiles(host)
    for (const [path, text] of Object.entries(files)) await this.#write(path, text)
  }

  async #write(path: string, text: string): Promise<void> {
    const present = await readFile(path, 'utf8').catch(() => '')
    if (present === text) return
    if (this.check) {
      this.exitCode = 1
      return this.logger.error(`${path} is out of date: run node ace openapi:generate`)
    }
    await writeFile(path, text)
    this.logger.success(`wrote ${path}`)
  }
}
