import { notFound } from '@crossdock/kernel/ground'
import { Workflow } from '../models/workflow.js'

/**
 * Locks a workflow, so that no other request changes, deletes or starts it.
 * @throws Problem 404
 */
export async function lockWorkflow(id: string): Promise<Workflow> {
  const workflow = await Workflow.query().where('id', id).forUpdate().first()
  if (!workflow) throw notFound('There is no workflow with the id "{id}".', id)
  return workflow
}
