import type { WorkflowDraft } from '@crossdock/client'
import { ApiError, errorText, useApi } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useEffect, useRef, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import type { FlowKinds } from '../workflows/kinds.js'
import type { WorkflowForm } from '../workflows/workflow_form.js'
import { contentOf } from './draft.js'
import type { Content } from './three_way.js'

const PAUSE = 700

export type SaveState =
  | 'saved'
  | 'saving'
  | 'waiting'
  /** `refused`: a field contains a value that cannot be sent, or the server refused the content. */
  | 'refused'
  /** `elsewhere`: the same person has saved the draft in another window. */
  | 'elsewhere'

export interface Autosave {
  state: SaveState
  /** The draft on the server. */
  draft: WorkflowDraft
  error: string | undefined
  /** Saves pending edits. Resolves to false if they could not be saved. */
  flush: () => Promise<boolean>
  /**
   * Saves, then runs an action that replaces the draft. Edits made during the action are saved on top of the
   * new draft.
   */
  replace: (act: (draft: WorkflowDraft) => Promise<WorkflowDraft>) => Promise<void>
}

interface Saving {
  kinds: FlowKinds
  /** The draft at the start of the form. */
  initial: WorkflowDraft
  /** Whether the form has unsaved content. */
  isEntered: boolean
  enabled: boolean
  onSaved: (draft: WorkflowDraft) => void
}

/**
 * Whether the server refused the content. When the server is unreachable or failing, sending again
 * immediately would not help.
 */
const isRefusal = (problem: unknown) =>
  problem instanceof ApiError && problem.status >= 400 && problem.status < 500

/** Saves the form as the person's draft, shortly after each change and one save at a time. */
export function useAutosave({ kinds, initial, isEntered, enabled, onSaved }: Saving): Autosave {
  const api = useApi()
  const translate = useTranslate()
  const { getValues } = useFormContext<WorkflowForm>()
  useWatch()
  const [draft, setDraft] = useState(initial)
  const [state, setState] = useState<SaveState>('saved')
  const [error, setError] = useState<string>()
  const latest = useRef(initial)
  const saved = useRef<string | undefined>(isEntered ? '' : undefined)
  const running = useRef<Promise<boolean>>(undefined)

  const asked = (): string | undefined => {
    try {
      return JSON.stringify(contentOf(kinds, getValues(), latest.current))
    } catch {
      return undefined
    }
  }
  const take = (next: WorkflowDraft) => {
    latest.current = next
    setDraft(next)
    onSaved(next)
  }
  const saveAll = async (): Promise<boolean> => {
    for (;;) {
      const body = asked()
      if (body === saved.current) return true
      if (body === undefined) {
        setState('refused')
        setError(translate('flows.builder.save.json'))
        return false
      }
      setState('saving')
      try {
        const { workflowId, revision, baseVersion } = latest.current
        const content = JSON.parse(body) as Content
        take(
          await api.action<WorkflowDraft>({
            path: `integrations/workflows/${workflowId}/draft`,
            method: 'PUT',
            body: { ...content, revision, baseVersion },
          })
        )
        saved.current = body
        setError(undefined)
        setState('saved')
      } catch (problem) {
        const code = problem instanceof ApiError ? problem.body?.code : undefined
        // The refusal is about a value that the form no longer has.
        if (code !== 'E_DRAFT' && isRefusal(problem) && asked() !== body) continue
        setState(code === 'E_DRAFT' ? 'elsewhere' : 'refused')
        setError(errorText(problem as Error, translate))
        return false
      }
    }
  }
  const flush = () =>
    (running.current ??= saveAll().finally(() => {
      running.current = undefined
    }))

  const replace = async (act: (draft: WorkflowDraft) => Promise<WorkflowDraft>) => {
    if (!(await flush())) return
    const acting = act(latest.current).then((next) => {
      const isSaved = asked() === saved.current
      take(next)
      if (isSaved) saved.current = asked()
    })
    running.current = acting.then(saveAll, saveAll).finally(() => (running.current = undefined))
    await acting
  }

  const body = asked()
  useEffect(() => {
    if (!enabled) return undefined
    // Inputs add their own defaults, which are set once all effects have run.
    if (saved.current === undefined) {
      const timer = setTimeout(() => (saved.current = asked()))
      return () => clearTimeout(timer)
    }
    if (body === saved.current) return undefined
    setState((now) => (now === 'saving' || now === 'elsewhere' ? now : 'waiting'))
    if (state === 'elsewhere') return undefined
    const timer = setTimeout(() => void flush(), PAUSE)
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react/exhaustive-deps -- only edits trigger it
  }, [body, enabled])
  return { state, draft, error, flush, replace }
}
