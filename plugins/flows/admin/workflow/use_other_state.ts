import type { Workflow, WorkflowDraft } from '@crossdock/client'
import { useApi, useErrorToast } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { contentIn } from './draft.js'
import type { WorkflowVersionContent } from './model.js'
import type { Content } from './three_way.js'
import type { Autosave } from './use_autosave.js'

interface Compare {
  base: Content
  theirs: Content
  who: string
  title: string
  onApply: (content: Content) => void
}

interface OtherState {
  /** Shown while another state has to be reviewed. */
  notice: string | undefined
  open: () => void
  close: () => void
  compare: Compare | undefined
}

/**
 * Offers to compare the draft with another state: a version that was activated since the draft was started, or a
 * draft that was saved in another window.
 */
export function useOtherState(
  workflow: Workflow,
  autosave: Autosave,
  onBegin: (draft: WorkflowDraft, content?: Content) => void
): OtherState {
  const api = useApi()
  const translate = useTranslate()
  const tell = useErrorToast()
  const text = (key: string, values?: object) => translate(`flows.builder.merge.${key}`, values)
  const [compare, setCompare] = useState<Compare>()
  const { draft, state } = autosave
  const path = `integrations/workflows/${workflow.id}`
  const isElsewhere = state === 'elsewhere'
  const isBehind =
    workflow.version !== draft.baseVersion && (workflow.version ?? 0) > (draft.baseVersion ?? 0)
  const who = workflow.savedByName ?? text('someone')

  const openOtherDraft = async () => {
    const stored = await api.read<WorkflowDraft>(`${path}/draft`)
    setCompare({
      base: contentIn(draft),
      theirs: contentIn(stored),
      who: text('window'),
      title: text('titleWindow'),
      onApply: (content) => onBegin(stored, content),
    })
  }
  const openNewVersion = async () => {
    const base: Content = draft.baseVersion
      ? {
          ...contentIn(
            await api.read<WorkflowVersionContent>(`${path}/versions/${draft.baseVersion}`)
          ),
          // Versions have no description, so it does not count as changed.
          description: draft.description,
        }
      : { ...contentIn(workflow), steps: [] }
    const theirs = contentIn(workflow)
    setCompare({
      base,
      theirs,
      who,
      title: text('title'),
      onApply: (content) => onBegin({ ...draft, baseVersion: workflow.version }, content),
    })
  }
  return {
    notice: isElsewhere
      ? text('noticeWindow')
      : isBehind
        ? text('notice', { who, version: workflow.version })
        : undefined,
    open: () =>
      void (isElsewhere ? openOtherDraft() : openNewVersion()).catch((error: Error) =>
        tell(error, { fallback: text('failed') })
      ),
    close: () => setCompare(undefined),
    compare,
  }
}
