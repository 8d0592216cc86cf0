import { transaction } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { asOperator, currentContext } from '@crossdock/kernel/tenancy'
import { auditExported } from '../event_types.js'

/** Yields the parts of an export, and records the export before the first part. */
export async function* recordExport(
  format: 'csv' | 'jsonl',
  parts: AsyncGenerator<string, void>
): AsyncGenerator<string, void> {
  const first = await parts.next()
  await recordInScope(() => recordEvent(auditExported, { payload: { format } }))
  if (first.value) yield first.value
  yield* parts
}

/** An event without a tenant can be written only in operator scope. */
function recordInScope(record: () => Promise<string>): Promise<string> {
  const write = () => transaction(record)
  return currentContext().tenantId === null
    ? asOperator('record that a super administrator exported an audit', write)
    : write()
}
