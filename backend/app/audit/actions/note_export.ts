import { transaction } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { asOperator, currentContext } from '@crossdock/kernel/tenancy'
import { auditExported } from '../event_types.js'

/** The parts of an export; that it was made is recorded before anything of it is handed out, and after it was refused or not. */
export async function* noteExport(
  format: 'csv' | 'jsonl',
  parts: AsyncGenerator<string, void>
): AsyncGenerator<string, void> {
  const first = await parts.next()
  await noted(() => recordEvent(auditExported, { payload: { format } }))
  if (first.value) yield first.value
  yield* parts
}

/** That of no tenant is the operator's to write. */
function noted(record: () => Promise<string>): Promise<string> {
  const write = () => transaction(record)
  return currentContext().tenantId === null
    ? asOperator('note that a super administrator exported an audit', write)
    : write()
}
