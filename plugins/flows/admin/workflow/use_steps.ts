import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import type { FlowKinds } from '../workflows/kinds.js'
import { branchesOf } from '../workflows/step_branches.js'
import { numberIn } from '../workflows/step_number.js'
import {
  allSteps,
  moveStep,
  placeOf,
  stepAt,
  stepsOf,
  withBranch,
  withoutStep,
  withStep,
  type StepNode,
} from '../workflows/step_tree.js'
import type { StepsEditor } from '../workflows/steps_context.js'
import { copyStep, fieldsAt, newStep, type WorkflowForm } from '../workflows/workflow_form.js'
import type { StepForm } from '../workflows/step_form.js'
import { TRIGGER } from './model.js'

/** The tree of the form's steps and its operations. `chosen` is the step whose fields are shown. */
export function useSteps(kinds: FlowKinds, readOnly: boolean): StepsEditor {
  const translate = useTranslate()
  const { field } = useController<WorkflowForm, 'steps'>({ name: 'steps' })
  const { setValue, getValues } = useFormContext<WorkflowForm>()
  const tree: readonly StepNode[] = field.value
  const [wanted, choose] = useState<string>(TRIGGER)
  const [said, say] = useState('')
  const [dragged, drag] = useState<string>()
  const put = (node: StepNode, fields: WorkflowForm['step']) => {
    for (const [key, value] of Object.entries(fields))
      setValue(fieldsAt(key) as 'step', value as never)
    choose(node.key)
  }
  const fieldsOf = (key: string) =>
    getValues(fieldsAt(key) as 'step') as unknown as StepForm | undefined
  return {
    kinds,
    tree,
    readOnly,
    dragged,
    drag,
    choose,
    said,
    chosen: stepAt(tree, wanted) ? wanted : TRIGGER,
    typeOf: (key) => fieldsOf(key)?.type as string,
    branchesOf: (step) => branchesOf(kinds, fieldsOf(step.key), step),
    setBranch(key, from, to) {
      const source = `${fieldsAt(key)}.config.branches`
      const names = getValues(source as 'step') as unknown as string[]
      const next =
        from === null
          ? [...names, to!]
          : names.flatMap((name) => (name === from ? (to ?? []) : name))
      setValue(source as 'step', next as never, { shouldDirty: true })
      if (from !== null) field.onChange(withBranch(tree, key, from, to))
    },
    add({ list, at }, type) {
      const { node, fields } = newStep(kinds, type)
      put(node, { [node.key]: fields })
      field.onChange(withStep(tree, { list, at: at ?? stepsOf(tree, list).length }, node))
    },
    duplicate(key) {
      const place = placeOf(tree, key)
      const step = stepAt(tree, key)
      if (!place || !step) return
      const { node, fields } = copyStep(step, getValues('step'))
      put(node, fields)
      field.onChange(withStep(tree, { ...place, at: place.at + 1 }, node))
    },
    move(key, to) {
      const next = moveStep(tree, key, to)
      field.onChange(next)
      say(translate('flows.workflows.form.moved', { number: numberIn(next, key) }))
    },
    remove(key) {
      const order = [TRIGGER, ...allSteps(tree).map((step) => step.key)]
      const step = stepAt(tree, key)
      const gone = new Set(step ? allSteps([step]).map((one) => one.key) : [])
      const before = order.slice(0, order.indexOf(key)).findLast((one) => !gone.has(one))
      field.onChange(withoutStep(tree, key))
      choose(before ?? TRIGGER)
    },
  }
}
