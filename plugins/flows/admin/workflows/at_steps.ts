import { ApiError, atFields, fieldErrors } from '@crossdock/admin/kit'
import { inForm, workflowInputs, type WorkflowForm } from './workflow_form.js'

/** Rethrows a refused save with its messages at the fields of the steps they are about. */
export async function atSteps<T>(form: WorkflowForm, call: Promise<T>): Promise<T> {
  try {
    return await atFields(call, workflowInputs)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const errors = Object.entries(fieldErrors(error)).map(
      ([field, message]) => [inForm(form, field), message] as const
    )
    throw new ApiError(error.message, error.status, {
      ...error.body,
      errors: Object.fromEntries(errors),
    })
  }
}
