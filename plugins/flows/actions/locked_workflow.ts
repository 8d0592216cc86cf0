import { notFound } from '@crossdock/kernel/http'
import { Workflow } from '../models/workflow.js'

/** A workflow that no other request changes, deletes or starts meanwhile. @throws Problem 404 */
export async function lockedWorkflow(id: string): Promise<Workflow> {
  const workflow = await Workflow.query().where('id', id).forUpdate().first()
  if (!workflow) throw notFound('There is no workflow with the id "{id}".', id)
  return workflow
}
