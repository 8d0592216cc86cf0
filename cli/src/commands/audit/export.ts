import { UsageError } from '../../errors.js'
import type { Factory } from '../../factory.js'
import { takeExport, type SaveOptions } from '../../output/export.js'
import { auditFilter, type AuditOptions } from './filter.js'

interface ExportAuditOptions extends AuditOptions, SaveOptions {
  format?: string
}

const FORMATS = ['csv', 'jsonl']
const named: Record<string, string> = { csv: 'CSV', jsonl: 'JSON lines' }

/** What the name of a file promises is in it. */
const formatOf = (file = '') => (/\.(jsonl|ndjson)$/i.test(file) ? 'jsonl' : 'csv')

export async function exportAudit(factory: Factory, options: ExportAuditOptions): Promise<void> {
  const { output } = options
  const format = options.format ?? formatOf(output)
  if (!FORMATS.includes(format)) {
    throw new UsageError(`"${format}" is no format of the audit.`, `Use ${FORMATS.join(' or ')}.`)
  }
  if (factory.flags.json) {
    throw new UsageError(
      'An export is a file.',
      'For JSON use --format jsonl or "crossdock audit list --json".'
    )
  }
  const filter = await auditFilter(options, () => factory.api())
  const query = { filter: JSON.stringify({ ...filter, format }) }
  await takeExport(factory, '/api/audit/export', query, options)
  if (output) factory.say(`Saved the audit to ${output} as ${named[format]}.`)
}
