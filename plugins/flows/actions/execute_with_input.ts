import { refusedFields } from '@crossdock/kernel/ground'
import type { Execution } from '../models/execution.js'
import { findWorkflow } from '../queries/workflows.js'
import { fieldsAskedFor, readInput } from '../definition/input_fields.js'
import { executeWorkflow } from './start_execution.js'

/** The input of a manual run. */
export interface Given {
  assetId?: string | null | undefined
  input?: Record<string, unknown> | null | undefined
}

/**
 * Starts a flow manually, with the input that its trigger defines.
 * @throws Problem like `executeWorkflow`, and 422 that names every missing or invalid input
 */
export async function executeWithInput(id: string, { assetId, input }: Given): Promise<Execution> {
  const fields = fieldsAskedFor(await findWorkflow(id))
  const { values, errors } = await readInput(fields, input ?? {})
  const [first, ...others] = errors
  if (first) throw refusedFields([first, ...others])
  return executeWorkflow(id, assetId || null, fields.length > 0 ? values : undefined)
}
