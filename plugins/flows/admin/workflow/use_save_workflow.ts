import type { Workflow } from '@crossdock/client'
import {
  ApiError,
  fieldErrors,
  invalidate,
  useApi,
  useErrorToast,
  useSession,
  useToast,
  type Tagged,
} from '@crossdock/admin/kit'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import type { FlowKinds } from '../workflows/kinds.js'
import { toBody, type WorkflowForm } from '../workflows/workflow_form.js'

interface Saving {
  kinds: FlowKinds
  workflow: Workflow
  tag: string | undefined
  reread: () => Promise<Tagged<Workflow>>
}

type Outcome =
  | { saved: Tagged<Workflow>; theirs?: undefined }
  | { saved?: undefined; theirs: Tagged<Workflow> }

/** Saves a form while the workflow is as it was read; else gives what it has become. */
export function useSaveWorkflow({ kinds, workflow, tag, reread }: Saving) {
  const translate = useTranslate()
  const tenantId = useSession().data?.tenant?.id
  const api = useApi()
  const client = useQueryClient()
  const toast = useToast()
  const tell = useErrorToast()
  /** @param over the state that may be written over, when it is not the one the form began with */
  return async (form: WorkflowForm, over = tag): Promise<Outcome> => {
    try {
      const { version } = await api.action<Workflow>({
        path: `integrations/workflows/${workflow.id}`,
        method: 'PUT',
        body: toBody(kinds, form, workflow, tenantId),
        ifMatch: over,
      })
      toast({
        title: translate('flows.workflows.changed'),
        description: translate('flows.workflow.savedAs', { version }),
      })
    } catch (error) {
      if (error instanceof ApiError && error.status === 412) return { theirs: await reread() }
      // Those about fields stand at their fields.
      if (Object.keys(fieldErrors(error)).length === 0) {
        tell(error, { fallback: translate('flows.workflows.updateFailed') })
      }
      throw error
    }
    void invalidate(client, ['integrations', 'workflows'])
    return { saved: await reread() }
  }
}
