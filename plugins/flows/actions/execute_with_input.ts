import { refusedFields } from '@crossdock/kernel/http'
import type { Execution } from '../models/execution.js'
import { findWorkflow } from '../queries/workflows.js'
import { fieldsAskedFor } from '../triggers/manual.js'
import { readInput } from '../triggers/input_fields.js'
import { executeWorkflow } from './start_execution.js'

/** What a run started by hand is given. */
export interface Given {
  assetId?: string | null | undefined
  input?: Record<string, unknown> | null | undefined
}

/**
 * Starts a flow by hand, with the input that its trigger asks for.
 * @throws Problem as `executeWorkflow`, and 422 naming every input that is missing or wrong
 */
export async function executeWithInput(id: string, { assetId, input }: Given): Promise<Execution> {
  const fields = fieldsAskedFor(await findWorkflow(id))
  const { values, errors } = await readInput(fields, input ?? {})
  const [first, ...others] = errors
  if (first) throw refusedFields([first, ...others])
  return executeWorkflow(id, assetId || null, fields.length > 0 ? values : undefined)
}
