import type { FlowSteps, NamingStep } from '../contracts/index.js'
import { maskStep } from '../definition/sealed.js'
import { stepName } from '../definition/step_name.js'
import { walk } from '../definition/tree.js'
import { Workflow } from '../models/workflow.js'
import { WorkflowUse } from '../models/workflow_use.js'

/** Maximum number of ids in one statement, in either database. */
const atOnce = 500

export const steps: FlowSteps = {
  async naming(ids) {
    const users = new Set<string>()
    for (const some of portions(ids)) {
      const uses = await WorkflowUse.query().whereIn('used_id', some).select('workflow_id')
      for (const { workflowId } of uses) users.add(workflowId)
    }
    const found: NamingStep[] = []
    for (const some of portions([...users])) {
      const workflows = await Workflow.query()
        .whereIn('id', some)
        .orderBy('name')
        .orderBy('id')
        .select('id', 'name', 'steps')
      found.push(...workflows.flatMap((workflow) => namingIn(workflow, ids)))
    }
    return found
  },
}

function namingIn({ name: workflow, steps }: Workflow, ids: readonly string[]): NamingStep[] {
  return [...walk(steps)].flatMap(({ step }) => {
    const { branches: _others, ...own } = step
    const written = JSON.stringify(own).toLowerCase()
    const names = ids.filter((id) => written.includes(`"${id}"`))
    if (names.length === 0) return []
    return [{ workflow, name: stepName(step), names, config: maskStep(step).config }]
  })
}

function* portions(all: readonly string[]): Generator<string[]> {
  for (let at = 0; at < all.length; at += atOnce) yield all.slice(at, at + atOnce)
}
