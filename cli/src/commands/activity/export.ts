import { UsageError } from '../../errors.js'
import type { Factory } from '../../factory.js'
import { takeExport, type SaveOptions } from '../../output/export.js'
import { filterOf, type ActivityOptions } from './filter.js'

export type ExportOptions = ActivityOptions & SaveOptions

/** The last line of an export that ends at its bound has no time, but a sentence. */
const CUT_OFF = /(?:^|\n),,"?([^\n]*?)"?,*\s*$/

export async function exportActivity(factory: Factory, options: ExportOptions): Promise<void> {
  const { output } = options
  if (factory.flags.json) {
    throw new UsageError(
      'An export is CSV.',
      'For JSON use "crossdock activity list --json", or leave --json and --query off.'
    )
  }
  const filter = JSON.stringify(await filterOf(options, () => factory.api()))
  const end = await takeExport(factory, '/api/activity/export', { filter }, options)
  if (output) factory.say(`Saved what happened to ${output}.`)
  const cutOff = CUT_OFF.exec(end)?.[1]
  if (cutOff) factory.note(cutOff.replaceAll('""', '"'))
}
