import { UsageError } from '../../errors.js'
import type { Factory } from '../../factory.js'
import { outputExport, type SaveOptions } from '../../output/export.js'
import { auditFilter, type AuditOptions } from './filter.js'

interface ExportAuditOptions extends AuditOptions, SaveOptions {
  format?: string
}

const FORMATS = ['csv', 'jsonl']
const named: Record<string, string> = { csv: 'CSV', jsonl: 'JSON lines' }

/** Derives the format from the extension of the file name. */
const formatOf = (file = '') => (/\.(jsonl|ndjson)$/i.test(file) ? 'jsonl' : 'csv')

export async function exportAudit(factory: Factory, options: ExportAuditOptions): Promise<void> {
  const { output } = options
  const format = options.format ?? formatOf(output)
  if (!FORMATS.includes(format)) {
    throw new UsageError(`"${format}" is not an audit format.`, `Use ${FORMATS.join(' or ')}.`)
  }
  if (factory.flags.json) {
    throw new UsageError(
      'An export cannot be printed as a table.',
      'For JSON use --format jsonl or "crossdock audit list --json".'
    )
  }
  const filter = await auditFilter(options, () => factory.api())
  const query = { filter: JSON.stringify({ ...filter, format }) }
  await outputExport(factory, '/api/audit/export', query, options)
  if (output) factory.say(`Saved the audit to ${output} as ${named[format]}.`)
}
