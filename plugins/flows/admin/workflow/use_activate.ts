import type { Workflow, WorkflowDraft } from '@crossdock/client'
import {
  ApiError,
  fieldErrors,
  invalidate,
  readKey,
  useApi,
  useErrorToast,
  useToast,
} from '@crossdock/admin/kit'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { contentIn } from './draft.js'
import type { Autosave } from './use_autosave.js'

export interface Activate {
  isPending: boolean
  /** The errors of the last attempt, until something is changed. */
  refused: { field: string; message: string }[] | undefined
  run: () => Promise<void>
}

/** Makes the draft the active version, after all edits are saved. */
export function useActivate(workflow: Workflow, autosave: Autosave): Activate {
  const api = useApi()
  const client = useQueryClient()
  const translate = useTranslate()
  const toast = useToast()
  const tell = useErrorToast()
  const [isPending, setPending] = useState(false)
  const [refused, setRefused] = useState<{ at: number; list: Activate['refused'] }>()
  // Say "update" if the draft replaces an active version.
  const words = workflow.isActive
    ? { done: 'changed', failed: 'updateFailed' }
    : { done: 'statusChanged', failed: 'statusFailed' }
  const run = async () => {
    setPending(true)
    setRefused(undefined)
    try {
      await autosave.replace(async (draft) => {
        const path = `integrations/workflows/${workflow.id}`
        const active = await api.action<Workflow>({ path: `${path}/activate`, body: {} })
        // Cancels reads that started before this answer: they would report the person's own version as
        // another person's.
        const keys = [readKey(path), readKey(`${path}/draft`)]
        await Promise.all(keys.map((queryKey) => client.cancelQueries({ queryKey })))
        const next = activated(draft, active)
        client.setQueryData(keys[0]!, active)
        client.setQueryData(keys[1]!, next)
        toast({
          title: translate(`flows.workflows.${words.done}`),
          description: translate('flows.builder.activated', { version: active.version }),
        })
        return next
      })
      await invalidate(client, ['integrations', 'workflows'])
    } catch (error) {
      const errors = Object.entries(fieldErrors(error))
      const isVersion = error instanceof ApiError && error.status === 409
      if (isVersion) await invalidate(client, ['integrations', 'workflows'])
      else if (errors.length > 0) {
        const list = errors.map(([field, message]) => ({ field, message }))
        setRefused({ at: autosave.draft.revision, list })
      } else tell(error as Error, { fallback: translate(`flows.workflows.${words.failed}`) })
    } finally {
      setPending(false)
    }
  }
  return {
    isPending,
    refused: refused?.at === autosave.draft.revision ? refused.list : undefined,
    run,
  }
}

/** The draft after its activation, when the server has none. */
const activated = (draft: WorkflowDraft, active: Workflow): WorkflowDraft => ({
  ...draft,
  ...contentIn(active),
  version: active.version,
  baseVersion: active.version,
  revision: 0,
  isChanged: false,
  samples: {},
  problems: [],
  updatedAt: null,
})
