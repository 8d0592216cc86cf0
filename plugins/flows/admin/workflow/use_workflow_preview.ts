import type { Workflow, WorkflowPreview } from '@crossdock/client'
import { parseJson, useApi, usePermissions } from '@crossdock/admin/kit'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import type { FlowKinds } from '../workflows/kinds.js'
import { inForm, toSteps, triggerOf, type WorkflowForm } from '../workflows/workflow_form.js'

export interface PreviewState {
  data: WorkflowPreview | undefined
  error: Error | null
  /** It belongs to what stands in the form now. */
  isCurrent: boolean
  /** Sentences by the keys of steps. */
  warnings: Record<string, string[]>
}

const PAUSE = 500

/** What the workflow as it stands in the form would have done, asked again after each pause in changing it. */
export function useWorkflowPreview(kinds: FlowKinds, workflow: Workflow): PreviewState {
  const api = useApi()
  const canRead = usePermissions().can('assets.read')
  const { getValues } = useFormContext<WorkflowForm>()
  useWatch()
  const body = bodyOf(kinds, getValues(), workflow)
  const [asked, setAsked] = useState(body)
  useEffect(() => {
    const timer = setTimeout(() => setAsked(body), PAUSE)
    return () => clearTimeout(timer)
  }, [body])
  const query = useQuery({
    queryKey: ['workflow-preview', asked ?? null],
    queryFn: () =>
      api.action<WorkflowPreview>({
        path: 'integrations/workflows/preview',
        body: parseJson(asked ?? '') as object,
      }),
    enabled: canRead && asked !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  })
  const isCurrent = body === asked && !query.isFetching && !query.isPlaceholderData
  return {
    data: query.data,
    error: query.error,
    isCurrent,
    // They speak of places, which may be others' by now.
    warnings: isCurrent ? byStep(getValues(), query.data) : {},
  }
}

/** Undefined while a field holds what cannot be sent: JSON that is not finished. */
function bodyOf(kinds: FlowKinds, form: WorkflowForm, workflow: Workflow): string | undefined {
  try {
    return JSON.stringify({ ...triggerOf(kinds, form, workflow), steps: toSteps(kinds, form) })
  } catch {
    return undefined
  }
}

function byStep(form: WorkflowForm, preview: WorkflowPreview | undefined) {
  const warnings: PreviewState['warnings'] = {}
  for (const { field, message } of preview?.warnings ?? []) {
    const [, key] = inForm(form, field).split('.')
    if (key) (warnings[key] ??= []).push(message)
  }
  return warnings
}
