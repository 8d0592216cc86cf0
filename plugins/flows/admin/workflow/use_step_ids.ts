import { useFormContext } from 'react-hook-form'
import { allSteps } from '../workflows/step_tree.js'
import type { WorkflowForm } from '../workflows/workflow_form.js'

/** The ids of the steps in the form, in order. */
export function useStepIds(): string[] {
  const { getValues } = useFormContext<WorkflowForm>()
  const form = getValues()
  return allSteps(form.steps).flatMap(({ key }) => form.step[key]?.id ?? [])
}
