import type { Execution } from '@crossdock/client'
import { useAction, usePermissions } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useNavigate } from 'react-router-dom'
import { runPath } from '../paths.js'
import { isOpen } from './model.js'

export interface Replay {
  fromStepId?: string
  version?: 'active' | 'same'
  input?: { data: unknown }
}

/** Returns whether the caller may replay the run, and the action, which opens the new run. */
export function useReplay(run: Execution, onDone?: () => void) {
  const translate = useTranslate()
  const text = (key: string) => translate(`flows.run.replay.${key}`)
  const navigate = useNavigate()
  const who = usePermissions()
  const isTest = run.triggerType === 'test'
  const canRun = who.can('flows.run') && (!isTest || who.can('flows.write'))
  const replay = useAction<Execution, Replay>(
    (body) => ({ path: `flow-executions/${run.id}/replay`, body }),
    {
      invalidates: ['flow-executions'],
      success: { title: text('done') },
      error: { fallback: text('failed') },
      onSuccess: (made) => {
        onDone?.()
        void navigate(runPath(made))
      },
    }
  )
  const isPossible = canRun && !isOpen(run.status) && run.retryHindrance !== 'deleted'
  return { ...replay, isPossible }
}
