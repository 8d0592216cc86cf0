import type { Workflow, WorkflowPreview } from '@crossdock/client'
import { parseJson, useApi, usePermissions } from '@crossdock/admin/kit'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import type { FlowKinds } from '../workflows/kinds.js'
import { formPathOf, toSteps, triggerOf, type WorkflowForm } from '../workflows/workflow_form.js'

export interface PreviewState {
  data: WorkflowPreview | undefined
  error: Error | null
  /** Whether the preview belongs to the current content of the form. */
  isCurrent: boolean
  /** Warnings by the keys of steps. */
  warnings: Record<string, string[]>
}

const PAUSE = 500

/** The preview of the workflow in the form, read again after each pause in editing. */
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
    // Warnings name positions, which may belong to other steps by now.
    warnings: isCurrent ? groupByStep(getValues(), query.data) : {},
  }
}

/** Returns the request body; undefined while a field has a value that cannot be sent, such as incomplete JSON. */
function bodyOf(kinds: FlowKinds, form: WorkflowForm, workflow: Workflow): string | undefined {
  try {
    return JSON.stringify({ ...triggerOf(kinds, form, workflow), steps: toSteps(kinds, form) })
  } catch {
    return undefined
  }
}

function groupByStep(form: WorkflowForm, preview: WorkflowPreview | undefined) {
  const warnings: PreviewState['warnings'] = {}
  for (const { field, message } of preview?.warnings ?? []) {
    const [, key] = formPathOf(form, field).split('.')
    if (key) (warnings[key] ??= []).push(message)
  }
  return warnings
}
